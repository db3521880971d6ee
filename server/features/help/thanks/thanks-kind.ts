// The message to the person who helped that the person who asked says thank you. A locked screen shows it, so it does not
// say for what. It is sent only over channels that neither wake anybody nor cost money, and by day.
import { hourSeconds } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { quietChannelsOf } from "#server/platform/messages/channels.ts";
import { byDay } from "#server/platform/messages/daytime.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { findThanks } from "./queries.ts";

/** Identifies the message in the outbox. Its subject is the request. */
export const thanksMessage = { name: "help-thanks", isUrgent: false } as const;

interface Thanked {
  readonly familyId: number;
  readonly requestId: number;
  readonly helperId: number;
}

export async function notifyOfThanks(
  world: World,
  trx: Db,
  { familyId, requestId, helperId }: Thanked,
): Promise<void> {
  const channels = await quietChannelsOf(world, trx, [helperId]);
  const message = { kind: thanksMessage, familyId, subjectId: requestId };
  await enqueue(
    trx,
    channels.map((to) => ({ ...message, ...to })),
    world.clock.now(),
  );
}

type Thanks = Awaited<ReturnType<typeof findThanks>>[number];

const contentOf = ({ asker, requestId }: Thanks): MessageContent => ({
  title: `${asker} says thank you ♥`,
  text: "You solved it together.",
  path: "/",
  push: { kind: "hello", tag: `help-thanks-${requestId}`, ttlSeconds: 12 * hourSeconds, urgency: "normal" },
});

export const thanksKind: MessageKind = {
  ...thanksMessage,
  notAgain: "The moment that it was about is over.",
  async prepare({ database, clock }, messages) {
    const found = await findThanks(
      database.reads,
      messages.map(({ id }) => id),
    );
    return byDay(clock.now(), messages, found, contentOf);
  },
};
