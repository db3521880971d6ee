// How members leave a family.
import type { RecordedChange } from "#contract/activity.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { deletionDueAt } from "./empty-families.ts";
import type { FamilyEvents } from "./families.ts";
import {
  appointAdmin,
  cancelInvitationsBy,
  changed,
  changeRoleAmong,
  findMember,
  lockMembers,
  type Membership,
  refuseFormerAdmin,
  refuseLastAdmin,
} from "./members.ts";
import { isUsed } from "./personal-data.ts";
import {
  deleteMembership,
  deleteMemberships,
  deletePendingInvitations,
  leaveFamilyOnDevices,
  markRemoved,
  setDeletionTime,
} from "./queries.ts";

/** Moves their devices to another of their families, or to none, and ends the live connections of this one. */
async function closeFamily(db: Db, familyId: number, personId: number): Promise<void> {
  const endedSessionIds = await leaveFamilyOnDevices(db, { familyId, personId });
  await publish(db, { personId }, "account");
  await publish(db, { endedSessionIds });
}

interface Departure {
  familyId: number;
  personId: number;
  at: Date;
}

/** Nobody in an empty family could welcome the people who were invited. */
async function closeEmptyFamily(db: Db, familyId: number, deleteAt: Date): Promise<void> {
  await deletePendingInvitations(db, familyId);
  await setDeletionTime(db, familyId, deleteAt);
}

async function endMembership(
  db: Db,
  events: FamilyEvents,
  members: readonly Membership[],
  { familyId, personId, at }: Departure,
  deleteEmptyAt = deletionDueAt(at),
): Promise<Membership> {
  const ended = findMember(members, personId);
  if (members.length === 1) await closeEmptyFamily(db, familyId, deleteEmptyAt);
  await events.helperLost(db, familyId, personId, at);
  await closeFamily(db, familyId, personId);
  await deleteMembership(db, { familyId, personId });
  await events.membersChanged(db, familyId, at);
  // The calendars that they had connected are deleted with the membership.
  await publish(db, familyId, ...changed, "calendar-settings", "calendar-events");
  return ended;
}

interface Removal {
  readonly personId: number;
  /** Whether the hellos that they gave stay. */
  readonly areHellosWanted: boolean;
  readonly at: Date;
}

export async function removeMember(
  db: Db,
  events: FamilyEvents,
  member: Member,
  { personId, areHellosWanted, at }: Removal,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    refuseFormerAdmin(members, member);
    const { familyId, id } = member;
    refuseLastAdmin(members, personId);
    if (personId !== id)
      await cancelInvitationsBy(trx, findMember(members, personId), { familyId, personId: id, at });
    const { name } = await endMembership(trx, events, members, { familyId, personId, at });
    if (personId !== id) await markRemoved(trx, { familyId, personId }, at);
    if (!areHellosWanted) await events.hellosUnwanted(trx, familyId, personId);
    const change: RecordedChange =
      personId === id ? { kind: "member-left" } : { kind: "member-removed", member: name };
    await recordActivity(trx, { familyId, personId: id, at }, change);
  });
}

/** An admin can hand over while leaving: the successor becomes admin in the same transaction. */
export async function leave(
  db: Db,
  events: FamilyEvents,
  member: Member,
  { successor, at }: { successor?: number | undefined; at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    if (successor !== undefined && successor !== member.id)
      await changeRoleAmong(trx, events, { member, members }, { personId: successor, role: "admin", at });
    const remaining = members.map((one) =>
      one.person_id === successor ? { ...one, role: "admin" as const } : one,
    );
    const departure = { familyId: member.familyId, personId: member.id, at };
    refuseLastAdmin(remaining, member.id);
    await endMembership(trx, events, remaining, departure);
    await recordActivity(trx, departure, { kind: "member-left" });
  });
}

/** Removes a person from a family that they are alone in, if nothing was entered there. Returns whether it did. */
export async function leaveUnusedFamily(
  trx: Db,
  events: FamilyEvents,
  departure: Departure,
): Promise<boolean> {
  const { familyId, personId } = departure;
  const members = await lockMembers(trx, { familyId });
  const isAlone = members.length === 1 && members[0]?.person_id === personId;
  if (!isAlone || (await isUsed(trx, familyId))) return false;
  await endMembership(trx, events, members, departure);
  await recordActivity(trx, departure, { kind: "member-left" });
  return true;
}

/** Ends the membership of somebody whose account is deleted. A family that they were alone in is deleted too. */
export async function endMembershipForGood(
  trx: Db,
  events: FamilyEvents,
  departure: Departure,
): Promise<void> {
  const { familyId, personId, at } = departure;
  const members = await lockMembers(trx, { familyId });
  await appointAdmin(
    trx,
    events,
    members.filter(({ person_id }) => person_id !== personId),
    departure,
  );
  await endMembership(trx, events, members, departure, at);
}

/** Ends all memberships of a family that is about to be erased. */
export async function disbandFamily(trx: Db, familyId: number): Promise<void> {
  for (const { person_id: personId } of await lockMembers(trx, { familyId }))
    await closeFamily(trx, familyId, personId);
  await deleteMemberships(trx, familyId);
}
