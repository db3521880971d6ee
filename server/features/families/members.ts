// The members of a family, and their roles.
import type { Role, SeenMember } from "#contract/families.ts";
import { hasAccess } from "#contract/roles.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { familiesOf } from "./export.ts";
import { callNumberOf, type FamilyEvents, lockFamily, pictureAddress } from "./families.ts";

export const changed = ["family", "help-requests", "invitations", "reachability"] as const;

/** `isLeaving` is true for somebody who has asked for their account to be deleted. */
export type Membership = Pick<Row<"memberships">, "person_id" | "role"> & {
  name: string;
  isLeaving: boolean;
};

const listed = {
  name: "list-members",
  text: `select p.id, p.username as name, m.role, ${callNumberOf("p")} as "phoneNumber",
    (${pictureAddress("p.id")}) as picture,
      (select max(s.last_used_at) from sessions s
        where s.family_id = m.family_id and s.person_id = m.person_id) as "lastSeenAt"
    from memberships m join people p on p.id = m.person_id
    where m.family_id = $1 order by m.joined_at, p.id`,
};

export async function membersOf(database: Database, { familyId }: Member): Promise<SeenMember[]> {
  const rows = await database.read<Omit<SeenMember, "lastSeenAt"> & { lastSeenAt: Date | null }>(listed, [
    familyId,
  ]);
  return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null }));
}

/** The members stay locked until the transaction ends, so that two admins cannot both leave at the same time. */
export async function lockMembers(db: Db, { familyId }: Pick<Member, "familyId">): Promise<Membership[]> {
  await lockFamily(db, familyId);
  return await db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    // Found by key for each member, because otherwise PostgreSQL reads all accounts that are about to be deleted.
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom("account_deletions")
          .select("person_id")
          .whereRef("person_id", "=", "m.person_id")
          .offset(0)
          .as("d"),
      (join) => join.onTrue(),
    )
    .select(["m.person_id", "m.role", "p.username as name"])
    .select((select) => select("d.person_id", "is not", null).$castTo<boolean>().as("isLeaving"))
    .where("m.family_id", "=", familyId)
    .orderBy("m.joined_at")
    .orderBy("m.person_id")
    .forUpdate("m")
    .execute();
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
  const membership = trx.updateTable("memberships").set({ role }).where("family_id", "=", familyId);
  await membership.where("person_id", "=", personId).execute();
  await events.membersChanged(trx, familyId, at);
  const doing = { familyId, personId: by, at };
  if (role !== before)
    await recordActivity(trx, doing, { kind: "role-changed", member: name, from: before, to: role });
  await publish(trx, { personId }, "account");
  await publish(trx, familyId, ...changed);
}

/**
 * People may have kept the links that they sent, and could come back by one after somebody else has removed or demoted
 * them. An expired one is left for an admin to renew or delete. Runs before their membership changes: otherwise it and
 * their own answer to an invitation could wait for each other.
 */
export async function cancelInvitationsBy(
  trx: Db,
  { person_id }: Membership,
  { familyId, personId, at }: { familyId: number; personId: number; at: Date },
): Promise<void> {
  const canceled = await trx
    .deleteFrom("invitations")
    .where("family_id", "=", familyId)
    .where("invited_by", "=", person_id)
    .where("status", "=", "pending")
    .where("expires_at", ">", at)
    .returning(["name as invited", "role"])
    .execute();
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
  for (const familyId of await familiesOf(trx, personId))
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
