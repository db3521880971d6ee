import { beforeAll, expect, test } from "vitest";
import { askForHelp, cancelHelpRequest, getHelpRequest, makeUrgent } from "#contract/help/requests.ts";
import { PushPayload } from "#contract/messages.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
  await subscribeToPush(family.anna);
  server().outbox.length = 0;
});

async function pass(minutes: number) {
  server().clock.advance(minutes * 60_000);
  await deliverDue(server().world);
}

/** The titles of the messages that were pushed to Anna's device. */
const pushed = () => server().pushed.map(({ payload }) => PushPayload.parse(JSON.parse(payload)).title);

test("“It's urgent” is sent again to every device that got the request", async () => {
  const { rose } = family;
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await pass(2);
  expect([pushed(), server().outbox.length]).toEqual([["Rose needs help"], 1]);
  server().outbox.length = 0;
  await rose.client.call(makeUrgent, { params: { id } });
  await pass(0);
  expect(pushed()).toEqual(["Rose needs help", "URGENT: Rose needs help"]);
  expect(server().outbox.map(({ text }) => text.slice(0, 7))).toEqual(["URGENT:", "URGENT:"]);
  await rose.client.call(cancelHelpRequest, { params: { id } });
});

test("“It's urgent” at the end of the plan starts the plan over", async () => {
  const { anna, ben, rose } = family;
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  for (let step = 0; step < 15; step += 1) await pass(15);
  const params = { id };
  expect(await rose.client.call(getHelpRequest, { params })).toMatchObject({ state: "UNREACHABLE" });
  server().outbox.length = 0;
  await pass(60);
  expect(server().outbox).toEqual([]);
  expect(await rose.client.call(makeUrgent, { params })).toMatchObject({ isUrgent: true });
  await pass(0);
  const urgent = server().outbox.filter(({ text }) => text.startsWith("URGENT: Rose needs help"));
  expect(urgent.map(({ to }) => to).sort()).toEqual([anna.phoneNumber, ben.phoneNumber].sort());
});
