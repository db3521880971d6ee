import { changePhoneCalls, getPhoneCalls } from "#contract/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { MessageChannel } from "../channel.ts";
import { findAccountAddresses } from "../queries.ts";
import { answerPathOf, endPathOf } from "./paths.ts";
import { setTakesCalls, takesCalls } from "./taken-calls.ts";

/** Twice at most: a phone that rings again and again is turned off. */
const undelivered = { maxAttempts: 2, pauseMs: 120_000 };

/** The people whose number texts use, and who have not turned calls off. */
export const callChannel: MessageChannel = {
  name: "call",
  missingAddress: "Please add your phone number first, and turn on phone calls.",
  accountAddress: "phone_number",
  hasProvider: ({ makesCalls }) => makesCalls,
  hasAddress: (person) =>
    person.and([person("people.phone_number", "is not", null), person("people.takes_calls", "=", true)]),
  async addressesOf({ database }, personId) {
    if (!(await takesCalls(database.reads, personId))) return [];
    const { phoneNumber } = await findAccountAddresses(database.reads, personId);
    return phoneNumber ? [phoneNumber] : [];
  },
  // The sandbox takes any number, and its sample family has no time to wait.
  perSecond: ({ isSandbox, limits }) => (isSandbox ? Number.POSITIVE_INFINITY : limits.callsPerSecond),
  undelivered,
  async send({ senders }, to, { receiptToken = "" }) {
    const { id } = await senders.call({
      to,
      answerPath: answerPathOf(receiptToken),
      endPath: endPathOf(receiptToken),
    });
    return { providerId: id };
  },
  routes: (world) => [
    route(getPhoneCalls, async ({ person }) => ({
      isPossible: callChannel.hasProvider(world.config),
      isOn: await takesCalls(world.database.reads, person.id),
    })),
    route(changePhoneCalls, ({ person, body }) => setTakesCalls(world, person, body.isOn)),
  ],
};
