// The Reyes family, for tests that follow a help request over time.
import { beforeAll, beforeEach } from "vitest";
import { PushPayload } from "#contract/messages.ts";
import { addEmail, subscribeToPush } from "./channels.ts";
import { deliverDue, endDueHelp } from "./due-work.ts";
import { reyesFamily } from "./people.ts";
import type { TestServer } from "./server.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/**
 * Anna has an e-mail address, and the people who are named have a device that gets push messages. Each test starts
 * two hours later.
 */
export function useHelpFamily(server: () => TestServer, ...withPush: (keyof Family)[]) {
  let family: Family;
  beforeAll(async () => {
    family = await reyesFamily(server());
    await addEmail(server(), family.anna);
    for (const name of withPush) await subscribeToPush(family[name]);
  });
  beforeEach(async () => {
    await endDueHelp(server().world);
    server().clock.advance(120 * 60_000);
    for (const box of [server().outbox, server().mailbox, server().pushed]) box.length = 0;
  });
  const pushed = () => server().pushed.map(({ payload }) => PushPayload.parse(JSON.parse(payload)));
  return {
    family: () => family,
    /** Runs the steps first, and then the messages that they cause. */
    async pass(milliseconds: number) {
      server().clock.advance(milliseconds);
      await deliverDue(server().world);
      await deliverDue(server().world);
    },
    pushed,
    titles: () => pushed().map(({ title }) => title),
  };
}
