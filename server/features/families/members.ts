// The members of a family, and their roles.
import type { Role, SeenMember } from "#contract/families.ts";
import { hasAccess } from "#contract/roles.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { type FamilyEvents, pictureAddress } from "./families.ts";
import {
  deleteOpenInvitationsBy,
  findFamilyIds,
  findMembers,
  findMembershipsForUpdate,
  lockFamily,
  updateRole,
} from "./queries.ts";

export const changed = ["family", "help-requests", "invitations", "lights", "reachability"] as const;

export type Membership = Awaited<ReturnType<typeof findMembershipsForUpdate>>[number];

export async function membersOf({ reads }: Database, caller: Member): Promise<SeenMember[]> {
  const members = await findMembers(reads, caller.familyId);
  return members.map(({ pictureId, lastSeenAt, birthday, ...member }) => ({
    ...member,
    picture: pictureAddress(pictureId),
    birthday: caller.has("birthdays") ? birthday : null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }));
}

/** The members stay locked until the transaction ends, so that two admins cannot both leave at the same time. */
export async function lockMembers(db: Db, { familyId }: Pick<Member, "familyId">): Promise<Membership[]> {
  await lockFamily(db, familyId);
  return await findMembershipsForUpdate(db, familyId);
}

const find = (members: readonly Membership[], personId: number): Membership | undefined =>
  members.find(({ person_id }) => person_id === personId);

export function findMember(members: readonly Membership[], personId: number): Membership {
  const member = find(members, personId);
  if (!member) throw new NotFound();
  return member;
}

/** The role is checked again: the person may have lost it since the request began. */
export function refuseFormerAdmin(members: readonly Membership[], { id }: Member): void {
  if (find(members, id)?.role !== "admin") throw new Forbidden();
}

/** Like `refuseFormerAdmin`, for those who may invite. */
export function refuseFormerInviter(members: readonly Membership[], { id }: Member): void {
  const role = find(members, id)?.role;
  const familyHasAdmin = members.some((member) => member.role === "admin");
  if (!role || !hasAccess("inviter", { role, familyHasAdmin })) throw new Forbidden();
}

export function refuseLastAdmin(members: readonly Membership[], personId: number): void {
  const staying = members.filter(({ person_id, isLeaving }) => person_id === personId || !isLeaving);
  if (staying.length === 1) return;
  const admins = staying.filter(({ role }) => role === "admin");
  if (admins.length !== 1 || admins[0]?.person_id !== personId) return;
  throw new Conflict(
    "Someone has to look after this family. Please make another member a Co-Administrator first.",
  );
}

type MembersChanged = Pick<FamilyEvents, "membersChanged">;

interface RoleChange {
  familyId: number;
  personId: number;
  role: Role;
  /** Null if the operator or the server itself did it. */
  by: number | null;
  at: Date;
}

async function setRole(
  trx: Db,
  events: MembersChanged,
  { name, role: before }: Membership,
  { familyId, personId, role, by, at }: RoleChange,
): Promise<void> {
  await updateRole(trx, { familyId, personId, role });
  await events.membersChanged(trx, familyId, at);
  const doing = { familyId, personId: by, at };
  if (role !== before)
    await recordActivity(trx, doing, { kind: "role-changed", member: name, from: before, to: role });
  await publish(trx, { personId }, "account");
  await publish(trx, familyId, ...changed);
}

/**
 * People may have kept the links that they sent, and could come back by one after somebody else has removed or demoted
 * them. Runs before their membership changes: otherwise it and
 * their own answer to an invitation could wait for each other.
 */
export async function cancelInvitationsBy(
  trx: Db,
  { person_id }: Membership,
  { familyId, personId, at }: { familyId: number; personId: number; at: Date },
): Promise<void> {
  const canceled = await deleteOpenInvitationsBy(trx, { familyId, personId: person_id }, at);
  for (const invitation of canceled)
    await recordActivity(trx, { familyId, personId, at }, { kind: "invitation-canceled", ...invitation });
}

type NewRole = Pick<RoleChange, "personId" | "role" | "at">;

/** `members` are those that the transaction has locked. */
export async function changeRoleAmong(
  trx: Db,
  events: FamilyEvents,
  { member, members }: { member: Member; members: readonly Membership[] },
  { personId, role, at }: NewRole,
): Promise<void> {
  const { familyId } = member;
  refuseFormerAdmin(members, member);
  const membership = findMember(members, personId);
  if (role !== "admin") refuseLastAdmin(members, personId);
  const isDemoted = membership.role === "admin" && role !== "admin";
  if (isDemoted && personId !== member.id)
    await cancelInvitationsBy(trx, membership, { familyId, personId: member.id, at });
  if (role === "grandparent") await events.helperLost(trx, familyId, personId, at);
  await setRole(trx, events, membership, { familyId, personId, role, by: member.id, at });
}

export async function changeRole(
  db: Db,
  events: FamilyEvents,
  member: Member,
  newRole: NewRole,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    await changeRoleAmong(trx, events, { member, members }, newRole);
  });
}

/** Lets the operator appoint an admin for a family that has lost its own. */
export async function makeAdmin(
  db: Db,
  events: MembersChanged,
  { familyId, personId, at }: Pick<RoleChange, "familyId" | "personId" | "at">,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const membership = findMember(await lockMembers(trx, { familyId }), personId);
    await setRole(trx, events, membership, { familyId, personId, role: "admin", by: null, at });
  });
}

/** Refuses if one of the person's families would be left without an admin. The memberships stay locked. */
export async function refuseOnlyAdmin(trx: Db, personId: number): Promise<void> {
  for (const familyId of await findFamilyIds(trx, personId))
    refuseLastAdmin(await lockMembers(trx, { familyId }), personId);
}

/**
 * Makes the member who joined first the admin of a family that would have none. Grandparents can invite an admin
 * themselves.
 */
export async function appointAdmin(
  trx: Db,
  events: MembersChanged,
  others: readonly Membership[],
  { familyId, at }: { familyId: number; at: Date },
): Promise<void> {
  const heir = others.find(({ role }) => role === "child");
  if (!heir || others.some(({ role }) => role === "admin")) return;
  await setRole(trx, events, heir, { familyId, personId: heir.person_id, role: "admin", by: null, at });
}
