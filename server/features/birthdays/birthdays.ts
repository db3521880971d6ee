// The birthdays of a family's members. Each person sets their own, and admins anybody's, because grandparents seldom do.
import type { Birthday } from "#contract/birthdays.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { findMember, lockMembers, refuseFormerAdmin } from "#server/features/families/members.ts";
import { findDay } from "#server/features/families/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { deleteBirthday, findBirthday, upsertBirthday } from "./queries.ts";

/** Nobody has lived this long. */
const maxAge = 130;

const invalidYear = (message: string) => new Invalid(message, { year: message });

/** `today` is the day where the family lives. */
function refuseImpossible({ month, day, year }: Birthday, today: string): void {
  if (year === null) return;
  const now = Temporal.PlainDate.from(today);
  if (Temporal.PlainDate.compare({ year, month, day }, now) > 0)
    throw invalidYear("This day is still to come");
  if (now.year - year > maxAge) throw invalidYear(`That was more than ${maxAge} years ago`);
}

/** Returns the name of the person, who stays a member until the transaction ends. */
async function lockPerson(trx: Db, member: Member, personId: number): Promise<string> {
  const members = await lockMembers(trx, member);
  const { name } = findMember(members, personId);
  if (personId !== member.id) refuseFormerAdmin(members, member);
  return name;
}

async function recordChange(trx: Db, member: Member, name: string, at: Date): Promise<void> {
  const { id: personId, familyId } = member;
  await recordActivity(trx, { personId, familyId, at }, { kind: "birthday-changed", member: name });
  await publish(trx, familyId, "family");
}

const isSame = (one: Birthday, other: Birthday): boolean =>
  one.month === other.month && one.day === other.day && one.year === other.year;

export const changeBirthday = (
  { database, clock }: World,
  member: Member,
  personId: number,
  birthday: Birthday,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    const { familyId } = member;
    const name = await lockPerson(trx, member, personId);
    refuseImpossible(birthday, await findDay(trx, familyId, now));
    const before = await findBirthday(trx, { familyId, personId });
    if (before && isSame(before, birthday)) return;
    await upsertBirthday(trx, { family_id: familyId, person_id: personId, ...birthday, changed_at: now });
    await recordChange(trx, member, name, now);
  });

export const removeBirthday = ({ database, clock }: World, member: Member, personId: number): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const name = await lockPerson(trx, member, personId);
    if (await deleteBirthday(trx, { familyId: member.familyId, personId }))
      await recordChange(trx, member, name, clock.now());
  });
