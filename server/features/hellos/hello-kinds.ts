// The messages that a hello has come, and that somebody has loved one. They say who, and not what, because a locked screen
// shows them. They are sent only over channels that neither wake anybody nor cost money, between 9 AM and 8 PM.
import { hourSeconds, minuteMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { quietChannelsOf } from "#server/platform/messages/channels.ts";
import { byDay } from "#server/platform/messages/daytime.ts";
import type { Message, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue, type NewMessage } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { findGiven, findListeners, findNewHearts } from "./message-queries.ts";

const helloMessage = { name: "hello", isUrgent: false } as const;
/** Its subject is the person who loved something. */
const heartMessage = { name: "hello-heart", isUrgent: false } as const;

/** Hearts in quick succession share a message. */
const heartPauseMs = 5 * minuteMs;

interface GivenHello {
  readonly familyId: number;
  readonly id: number;
  readonly giver: Pick<Member, "id" | "role">;
  /** Who gave the hello that it answers. */
  readonly answered: number | undefined;
  /** To whose birthday it is a greeting. */
  readonly birthdayOf: number | undefined;
}

async function notify(
  world: World,
  trx: Db,
  people: readonly number[],
  message: Pick<NewMessage, "kind" | "familyId" | "subjectId">,
  dueAt: Date,
): Promise<void> {
  if (people.length === 0) return;
  const channels = await quietChannelsOf(world, trx, people);
  const messages = channels.map((to) => ({ ...message, ...to, dueAt }));
  await enqueue(trx, messages, world.clock.now());
}

/**
 * Tells the others of a hello, in its transaction. Helpers give for the grandparents, and grandparents for everybody. An
 * answer is also for the person whom it answers, and a greeting only for the person whose birthday it is.
 */
export async function notifyOfHello(
  world: World,
  trx: Db,
  { familyId, id, giver, answered, birthdayOf }: GivenHello,
): Promise<void> {
  const listeners = await findListeners(trx, familyId, giver.id);
  const people = listeners
    .filter(({ personId, role }) =>
      birthdayOf === undefined
        ? [giver.role, role].includes("grandparent") || personId === answered
        : personId === birthdayOf,
    )
    .map(({ personId }) => personId);
  await notify(world, trx, people, { kind: helloMessage, familyId, subjectId: id }, world.clock.now());
}

interface NewHeart {
  readonly familyId: number;
  readonly lover: number;
  readonly giver: number;
}

/** Tells the giver that somebody has loved what they gave. */
export async function notifyOfHeart(
  world: World,
  trx: Db,
  { familyId, lover, giver }: NewHeart,
): Promise<void> {
  const dueAt = new Date(world.clock.now().getTime() + heartPauseMs);
  await notify(world, trx, [giver], { kind: heartMessage, familyId, subjectId: lover }, dueAt);
}

const contentOf = (title: string, text: string, tag: string): MessageContent => ({
  title,
  text,
  path: "/",
  push: { kind: "hello", tag, ttlSeconds: 12 * hourSeconds, urgency: "normal" },
});

const idsOf = (messages: readonly Message[]): number[] => messages.map(({ id }) => id);

function titleOf({
  giver,
  isAnswer,
  isGreeting,
  isToQuestion,
}: Awaited<ReturnType<typeof findGiven>>[number]): string {
  if (isGreeting) return `${giver} wishes you a happy birthday`;
  if (isToQuestion) return `${giver} answered Sunday's question`;
  return isAnswer ? `${giver} answered you` : `${giver} says hello`;
}

export const helloKind: MessageKind = {
  ...helloMessage,
  async prepare(world, messages) {
    const found = await findGiven(world.database.reads, idsOf(messages));
    return byDay(world.clock.now(), messages, found, (hello) =>
      contentOf(titleOf(hello), "It's waiting for you in Porchlight.", "hellos"),
    );
  },
};

export const heartKind: MessageKind = {
  ...heartMessage,
  notAgain: "The moment that it was about is over.",
  async prepare(world, messages) {
    const found = await findNewHearts(world.database.reads, idsOf(messages));
    return byDay(world.clock.now(), messages, found, ({ lover, count }) =>
      contentOf(
        count === 1 ? `${lover} loved what you gave ♥` : `${lover} loved ${count} of your hellos ♥`,
        "You brightened a day.",
        "hello-hearts",
      ),
    );
  },
};
