// Who gets the Sunday letter by e-mail, and when it is added to the outbox.
import { channelTraits } from "#contract/channels.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelsOfPeople } from "#server/platform/messages/channels.ts";
import type { World } from "#server/platform/world.ts";
import { enqueueLetter } from "./letter-kind.ts";
import { lastSaturday, timeOfNextLetter } from "./letter-week.ts";
import * as queries from "./queries.ts";

const checkQueue = "letter-checks";

const keyOf = ({ familyId, id: personId }: Member): queries.RecipientKey => ({ familyId, personId });

export const messageChoice = async ({ reads }: Database, member: Member) => ({
  areOn: await queries.isRecipient(reads, keyOf(member)),
});

async function requireEmail(world: World, { id }: Member): Promise<void> {
  const [found] = await channelsOfPeople(world, [id]);
  if (!found?.channels.some((channel) => channelTraits[channel].hasRoom))
    throw new Conflict("Please add your e-mail address first.");
}

/** The first letter comes on the next Saturday. */
async function add(trx: Db, { familyId, personId }: queries.RecipientKey, now: Date): Promise<boolean> {
  const timeZone = await findTimeZone(trx, familyId);
  const last_saturday = lastSaturday(now, timeZone);
  const check_at = timeOfNextLetter(last_saturday, timeZone);
  const recipient = { family_id: familyId, person_id: personId, last_saturday, check_at };
  if (!(await queries.insertRecipient(trx, recipient))) return false;
  await wake(trx, checkQueue);
  return true;
}

export async function chooseMessages(world: World, member: Member, areOn: boolean): Promise<void> {
  if (areOn) await requireEmail(world, member);
  await world.database.kysely.transaction().execute(async (trx) => {
    const change = areOn ? add : queries.deleteRecipient;
    if (await change(trx, keyOf(member), world.clock.now())) await publish(trx, member.familyId, "letters");
  });
}

/** However long the server was down, only the letter of the last Saturday is sent, and once. */
async function check(world: World, trx: Db, key: queries.RecipientKey): Promise<void> {
  const recipient = await queries.lockRecipient(trx, key);
  if (!recipient) return;
  const now = world.clock.now();
  const saturday = lastSaturday(now, recipient.timeZone);
  const isNew = saturday > recipient.lastSaturday;
  if (isNew) await enqueueLetter(trx, key, saturday, now);
  await queries.updateRecipient(trx, key, {
    last_saturday: isNew ? saturday : recipient.lastSaturday,
    check_at: timeOfNextLetter(saturday, recipient.timeZone),
  });
}

export const letterChecks = new RowQueue({
  name: checkQueue,
  rows: { table: "letter_recipients", keys: ["family_id", "person_id"], due: "check_at" },
  concurrency: 2,
  process: (world, { family_id: familyId, person_id: personId }) =>
    world.database.kysely.transaction().execute((trx) => check(world, trx, { familyId, personId })),
});

/** After a family's clock has changed, the times of its letters are others. */
export async function recheckLetters(trx: Db, familyId: number): Promise<void> {
  await queries.makeChecksDue(trx, familyId);
  await wake(trx, checkQueue);
}
