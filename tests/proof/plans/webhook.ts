import * as help from "#contract/help/requests.ts";
import { setWebhook } from "#contract/help/webhook.ts";
import { tellPrograms } from "#tests/support/due-work.ts";
import type { reyesFamily } from "#tests/support/people.ts";
import type { TestServer } from "#tests/support/server.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/** A program that does not answer is told of a request, and then only that it was taken. */
export async function toldProgram(server: TestServer, { anna, rose }: Family): Promise<void> {
  await anna.client.call(setWebhook, { body: { url: "http://127.0.0.1:9/" } });
  const { id } = await rose.client.call(help.askForHelp, { body: { phraseId: 101 } });
  await tellPrograms(server.world);
  await anna.client.call(help.acknowledgeHelpRequest, { params: { id } });
  server.clock.advance(10_000);
  await tellPrograms(server.world);
}
