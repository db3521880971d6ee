// The message that brings the Sunday letter, between 9 AM and 8 PM. It is about a Saturday.
import { channels as allChannels, channelTraits } from "#contract/channels.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { nextDaytime } from "#server/platform/messages/daytime.ts";
import type { MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import { sendOrPostpone } from "#server/platform/messages/postponement.ts";
import type { World } from "#server/platform/world.ts";
import { isEmpty, letterOf, type WrittenLetter } from "./letter.ts";
import { letterEmail } from "./letter-email.ts";
import { timeOfLetter } from "./letter-week.ts";
import { findFamily, findWantedMessages, type RecipientKey } from "./queries.ts";

const letterMessage = { name: "letter", isUrgent: false } as const;

/** A letter has pictures, so it goes where there is room for them. */
const channels = allChannels.filter((name) => channelTraits[name].hasRoom);

/** Somebody in two families gets a letter of each, so the family is its subject. */
export const enqueueLetter = (trx: Db, { familyId, personId }: RecipientKey, saturday: string, now: Date) => {
  const message = { kind: letterMessage, about: saturday, subjectId: familyId, familyId, personId };
  return enqueue(
    trx,
    channels.map((channel) => ({ ...message, channel })),
    now,
  );
};

interface Issue {
  readonly timeZone: string;
  readonly letter: WrittenLetter;
}

/** Returns nothing if the family has turned the letter off, or there is nothing to tell. */
async function issueOf(
  { database }: World,
  { familyId, saturday }: { familyId: number; saturday: string },
): Promise<Issue | undefined> {
  const family = await findFamily(database.reads, familyId);
  if (!family?.hasLetter) return undefined;
  const letter = await letterOf(database, familyId, timeOfLetter(saturday, family.timeZone));
  return isEmpty(letter) ? undefined : { timeZone: family.timeZone, letter };
}

export const letterKind: MessageKind = {
  ...letterMessage,
  notAgain: "The next letter comes on Saturday.",
  async prepare(world, messages) {
    const now = world.clock.now();
    const found = await findWantedMessages(
      world.database.reads,
      messages.map(({ id }) => id),
    );
    const issues = new Map<string, Promise<Issue | undefined>>();
    const wanted = await Promise.all(
      found.map(async ({ messageId, personId, ...of }) => {
        const issue = await issues.getOrInsertComputed(JSON.stringify(of), () => issueOf(world, of));
        const message = messages.find(({ id }) => id === messageId);
        if (!issue || !message) return [];
        const about = { letter: issue.letter, recipient: { personId, familyId: of.familyId } };
        return [{ message, about, until: nextDaytime(now, issue.timeZone) }];
      }),
    );
    return sendOrPostpone(now, wanted.flat(), ({ letter, recipient }) =>
      letterEmail(world, letter, recipient),
    );
  },
};
