// The Reyes family, for tests that follow a help request over time.
import { beforeAll, beforeEach } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { askForHelp, getHelpRequest, type NewHelpRequest } from "#contract/help/requests.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { addEmail, subscribeToPush } from "./channels.ts";
import { deliverDue, endDueHelp } from "./due-work.ts";
import { type Person, reyesFamily } from "./people.ts";
import type { TestServer } from "./server.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;
/** The people who also have an e-mail address, or a device that gets push messages. */
type Reached = { emails?: readonly (keyof Family)[]; pushes?: readonly (keyof Family)[] };

/** Seeds the family once. Each test starts two hours later, without due work or sent messages of the test before. */
export function useHelpFamily(server: () => TestServer, { emails = [], pushes = [] }: Reached = {}) {
  let family: Family;
  beforeAll(async () => {
    family = await reyesFamily(server());
    for (const name of emails) await addEmail(server(), family[name]);
    for (const name of pushes) await subscribeToPush(family[name]);
  });
  beforeEach(async () => {
    await endDueHelp(server().world);
    server().clock.advance(2 * hourMs);
    for (const box of [server().outbox, server().mailbox, server().pushed]) box.length = 0;
  });
  const pushed = () => server().pushed.map(({ payload }) => PushPayload.parse(JSON.parse(payload)));
  return {
    family: () => family,
    /** Rose asks for help. Returns the request's id. */
    ask: async (body: NewHelpRequest = { phraseId: 101 }) =>
      (await family.rose.client.call(askForHelp, { body })).id,
    /** The request as Rose sees it. */
    show: (id: number) => family.rose.client.call(getHelpRequest, { params: { id } }),
    /** Moves the clock, runs the steps that are due, and then sends the messages that they cause. */
    async pass(milliseconds: number) {
      server().clock.advance(milliseconds);
      await deliverDue(server().world);
      await deliverDue(server().world);
    },
    pushed,
    /** The titles of the pushed messages, about this request or all. */
    titles: (id?: number) =>
      pushed()
        .filter(({ tag }) => !id || tag === `help-request-${id}`)
        .map(({ title }) => title),
    /** The number of texts to this person. */
    textsTo: ({ phoneNumber }: Person) => server().outbox.filter(({ to }) => to === phoneNumber).length,
    lastTextTo: ({ phoneNumber }: Person) => server().outbox.findLast(({ to }) => to === phoneNumber)?.text,
  };
}
