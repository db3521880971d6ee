import { channelTraits } from "#contract/channels.ts";
import { daySeconds } from "#contract/durations.ts";
import type { Channel } from "#contract/messages.ts";
import { callOfServer, giveBackAllowances, takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { markContactMethodTested } from "#server/platform/messages/contact-methods.ts";
import { nextDaytime } from "#server/platform/messages/daytime.ts";
import type {
  Message,
  MessageContent,
  MessageKind,
  MessageLinks,
} from "#server/platform/messages/message-kind.ts";
import type { NewMessage } from "#server/platform/messages/outbox.ts";
import { sendOrPostpone } from "#server/platform/messages/postponement.ts";
import type { World } from "#server/platform/world.ts";
import { clockAt, dateOf } from "#server/platform/zoned-time.ts";
import { findHomeTimeZones, hastenWeeklyTest } from "../queries.ts";

// The times of tests, by the family's clock.

const saturday = 6;
const morning = Temporal.PlainTime.from("10:00");
const enoughDays = 3;

/** Next Saturday at ten in the morning. */
export function nextTestAfter(now: Date, timeZone: string): Date {
  const clock = clockAt(now, timeZone);
  const thisWeeks = clock.add({ days: (saturday - clock.dayOfWeek + 7) % 7 }).withPlainTime(morning);
  return dateOf(
    Temporal.ZonedDateTime.compare(thisWeeks, clock) > 0 ? thisWeeks : thisWeeks.add({ weeks: 1 }),
  );
}

/** The time of the test after one that is sent now, which may be late. */
export const testAfterThis = (now: Date, timeZone: string): Date =>
  nextTestAfter(dateOf(clockAt(now, timeZone).add({ days: enoughDays })), timeZone);

/** Now, or by night in the morning. */
export const nextTestTime = (now: Date, timeZone: string): Date => nextDaytime(now, timeZone, morning.hour);

// A test of one contact method of a person: a message that is answered with one tap.
const test = { name: "test", isUrgent: false, isSpoken: () => true } as const;

/** The cause of a test: the week, or an admin who waits for the result. */
type Reason = "weekly" | "asked";

export const testOf = (personId: number, channel: Channel, about: Reason): NewMessage => ({
  kind: test,
  about,
  personId,
  channel,
});

const title = "Does this reach you?";

function contentOf({ publicUrl }: World["config"], { answerToken }: MessageLinks): MessageContent {
  const path = `/reachability/answer?to=${answerToken}`;
  const link = publicUrl + path;
  return {
    title,
    path,
    text: "This is only a test. Please press “It works”.",
    sms: `Porchlight: ${title} This is only a test. Please say so here: ${link}`,
    email: {
      subject: `Porchlight: ${title}`,
      before: [
        title,
        "This is only a test. It shows your family that we can reach you when someone needs help.",
      ],
      link: { label: "It works", href: link },
      after: [],
    },
    push: {
      kind: "test",
      tag: "test",
      acknowledgePath: `/api/test-answers/${answerToken}`,
      ttlSeconds: daySeconds,
      urgency: "normal",
    },
  };
}

/** If a weekly test can never arrive over its channel, the next channel is tested. */
async function testNextChannel(trx: Db, messages: readonly Message[], now: Date) {
  // Rows are locked in the same order as by a batch of tests.
  const weekly = messages
    .filter(({ about }) => about === "weekly")
    .toSorted((one, other) => Number(one.person_id) - Number(other.person_id));
  for (const { person_id, created_at } of weekly)
    await hastenWeeklyTest(trx, { personId: person_id, kind: test.name, since: created_at, now });
  if (weekly.length > 0) await wake(trx, "weekly-tests");
}

export const testKind: MessageKind = {
  ...test,
  notAgain: "A new test says more: npm run porchlight -- send-test.",
  /** A late weekly test does not ring at night. */
  async prepare(world, messages) {
    const now = world.clock.now();
    const zones = await findHomeTimeZones(
      world.database.kysely,
      messages.map(({ person_id }) => Number(person_id)),
    );
    const wanted = messages.flatMap((message) => {
      const zone = zones.get(Number(message.person_id));
      if (message.about === "asked") return [{ message, about: undefined, until: now }];
      return zone ? [{ message, about: undefined, until: nextTestTime(now, zone) }] : [];
    });
    return sendOrPostpone(now, wanted, (_, links) => contentOf(world.config, links));
  },
  async reserve(world, { channel }) {
    if (!channelTraits[channel].isSpoken) return {};
    const { kysely: db } = world.database;
    const wait = await takeAllowances(world, db, callOfServer);
    return wait === 0 ? { release: () => giveBackAllowances(world, db, callOfServer) } : undefined;
  },
  async accepted(trx, accepted) {
    for (const { message, sentAt } of accepted) {
      const { person_id: personId, channel } = message;
      if (personId !== null) await markContactMethodTested(trx, { personId, channel }, sentAt);
    }
  },
  async failed(trx, messages, { now, isPermanent }) {
    if (isPermanent) await testNextChannel(trx, messages, now);
  },
};
