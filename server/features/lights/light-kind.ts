// The message that a light stays dark. It says who, and nothing else about them, because a locked screen shows it.

import { hourSeconds } from "#contract/durations.ts";
import { clockTime } from "#contract/time-words.ts";
import { findChannels, findNextChannels } from "#server/features/help/requests/delivery/queries.ts";
import { giveBackAllowances, takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import { sendOrPostpone } from "#server/platform/messages/postponement.ts";
import type { World } from "#server/platform/world.ts";
import { tellingTime, todayIn } from "./light-day.ts";
import { findContacts, findLightsOfMessages, type LightKey } from "./queries.ts";

/** Its subject is the person whose light it is, and it is about a day. */
const lightMessage = { name: "light", isUrgent: false } as const;

interface Telling {
  readonly day: string;
  readonly dueAt: Date;
  readonly now: Date;
}

/** Adds one message to each contact who wants them, over the best channel that leads to them. */
export async function tellContacts(trx: Db, key: LightKey, { day, dueAt, now }: Telling): Promise<void> {
  const contacts = await findContacts(trx, key);
  const wanting = contacts.filter(({ wantsMessages }) => wantsMessages).map(({ contactId }) => contactId);
  if (wanting.length === 0) return;
  const found = await findChannels(trx, wanting);
  const message = { kind: lightMessage, about: day, subjectId: key.personId, familyId: key.familyId, dueAt };
  const messages = found.flatMap(({ id: personId, channels: [channel] }) =>
    channel ? [{ ...message, personId, channel }] : [],
  );
  await enqueue(trx, messages, now);
}

type Dark = Awaited<ReturnType<typeof findLightsOfMessages>>[number];

function contentOf(
  { publicUrl }: World["config"],
  { id, name, usualTime, callNumber }: Dark,
): MessageContent {
  const title = `${name} hasn't turned on the light today`;
  const text = `It's usually on by ${clockTime(usualTime)}.`;
  const after = ["It may mean nothing. If in doubt, please call."];
  return {
    title,
    text,
    path: "/",
    sms: [`${title}.`, text, ...(callNumber ? [`Call ${name}: ${callNumber}`] : [])].join(" "),
    email: {
      subject: title,
      before: [`${title}.`, text],
      link: callNumber
        ? { label: `Call ${name}`, href: `${publicUrl}/call?number=${encodeURIComponent(callNumber)}` }
        : { label: "Open Porchlight", href: publicUrl },
      after,
    },
    push: {
      kind: "light",
      tag: `light-${id}`,
      ...(callNumber && { callName: name, callNumber }),
      ttlSeconds: 6 * hourSeconds,
      urgency: "high",
    },
  };
}

const textUseBy = ({ family_id, person_id }: { family_id: number | null; person_id: number | null }) =>
  ({ name: "light-texts", key: `${family_id} ${person_id}` }) as const;

export const lightKind: MessageKind = {
  ...lightMessage,
  notAgain: "It was about one morning.",
  /** The light may have come on, or the day may be over, since the message was added. */
  async prepare({ database, clock, config }, messages) {
    const now = clock.now();
    const found = await findLightsOfMessages(
      database.reads,
      messages.map(({ id }) => id),
    );
    const dark = new Map(found.map((light) => [light.messageId, light]));
    const wanted = messages.flatMap((message) => {
      const light = dark.get(message.id);
      const until = light && tellingTime(light, now);
      const isOfToday = light && message.about === todayIn(light.timeZone, now);
      return until && isOfToday ? [{ message, about: light, until }] : [];
    });
    return sendOrPostpone(now, wanted, (light) => contentOf(config, light));
  },
  async reserve(world, message) {
    const { kysely: db } = world.database;
    const use = textUseBy(message);
    if ((await takeAllowances(world, db, use)) > 0) return undefined;
    return { release: () => giveBackAllowances(world, db, use) };
  },
  /** What can't be sent over one channel is sent over the next. */
  async failed(trx, messages, { now, isFinal }) {
    if (!isFinal) return;
    const next = await findNextChannels(
      trx,
      messages.map(({ id }) => id),
      now,
    );
    await enqueue(
      trx,
      next.map((message) => ({ kind: lightMessage, ...message })),
      now,
    );
  },
};
