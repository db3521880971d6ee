import { expect, test } from "vitest";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

test("the family's open screens hear at once that somebody took a request", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const stream = await openStream(rose.client);
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  await expect.poll(() => stream.heard).toContain("help-requests");
});
