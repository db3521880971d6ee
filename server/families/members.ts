// The members of a family: their roles, and how they leave.
import type { What } from "#contract/activity.ts";
import type { Role, SeenMember } from "#contract/families.ts";
import { recordActivity } from "#server/activity/activity.ts";
import type { Database } from "#server/db/connect.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { Conflict, Forbidden, NotFound } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import { planDeletion } from "./empty-families.ts";
import { familiesOf } from "./export.ts";
import { type FamilyEvents, lockFamily } from "./families.ts";

const changed = ["family", "help-requests", "invitations", "reachability"] as const;

/** `isLeaving` is true for somebody who has asked that their account be deleted. */
type Membership = Pick<Row<"memberships">, "person_id" | "role"> & { name: string; isLeaving: boolean };

const listed = {
  name: "list-members",
  text: `select p.id, p.username as name, m.role, p.phone_number as "phoneNumber",
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
async function lockMembers(db: Db, { familyId }: Pick<Member, "familyId">): Promise<Membership[]> {
  await lockFamily(db, familyId);
  return await db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("account_deletions as d", "d.person_id", "m.person_id")
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

function findMember(members: readonly Membership[], personId: number): Membership {
  const member = find(members, personId);
  if (!member) throw new NotFound();
  return member;
}

/** The role is checked again: the person may have lost it since the request began. */
function refuseFormerAdmin(members: readonly Membership[], { id }: Member): void {
  if (find(members, id)?.role !== "admin") throw new Forbidden();
}

function refuseLastAdmin(members: readonly Membership[], personId: number): void {
  const staying = members.filter(({ person_id, isLeaving }) => person_id === personId || !isLeaving);
  if (staying.length === 1) return;
  const admins = staying.filter(({ role }) => role === "admin");
  if (admins.length !== 1 || admins[0]?.person_id !== personId) return;
  throw new Conflict(
    "Someone has to look after this family. Please make another member a Co-Administrator first.",
  );
}

/** Moves their devices to another of their families, or to none, and ends the live connections of this one. */
async function closeFamily(db: Db, familyId: number, personId: number): Promise<void> {
  const another = db
    .selectFrom("memberships")
    .select("family_id")
    .where("person_id", "=", personId)
    .where("family_id", "<>", familyId)
    .orderBy("joined_at")
    .orderBy("family_id")
    .limit(1);
  const closed = await db
    .updateTable("sessions")
    .set({ family_id: another })
    .where("person_id", "=", personId)
    .where("family_id", "=", familyId)
    .returning("id")
    .execute();
  await publish(db, { personId }, "account");
  await publish(db, { endedSessionIds: closed.map(({ id }) => id) });
}

interface Departure {
  familyId: number;
  personId: number;
  at: Date;
}

/** Nobody in an empty family could welcome the people who were invited. */
async function giveUp(db: Db, familyId: number, at: Date): Promise<void> {
  const invitations = db.deleteFrom("invitations").where("family_id", "=", familyId);
  await invitations.where("status", "=", "pending").execute();
  await planDeletion(db, familyId, at);
}

async function endMembership(
  db: Db,
  events: FamilyEvents,
  members: readonly Membership[],
  departure: Departure,
): Promise<Membership> {
  const { familyId, personId, at } = departure;
  const ended = findMember(members, personId);
  if (members.length === 1) await giveUp(db, familyId, at);
  await events.helperLost(db, familyId, personId, at);
  await closeFamily(db, familyId, personId);
  const membership = db.deleteFrom("memberships").where("family_id", "=", familyId);
  await membership.where("person_id", "=", personId).execute();
  await events.membersChanged(db, familyId, at);
  // The calendars that they had connected are deleted with the membership.
  await publish(db, familyId, ...changed, "calendar-settings", "calendar-events");
  return ended;
}

interface NewRole {
  personId: number;
  role: Role;
  at: Date;
}

/** The members are those that the transaction has locked. */
async function setRole(
  trx: Db,
  events: FamilyEvents,
  member: Member,
  members: readonly Membership[],
  { personId, role, at }: NewRole,
): Promise<void> {
  const { familyId } = member;
  refuseFormerAdmin(members, member);
  const { name, role: before } = findMember(members, personId);
  if (role !== "admin") refuseLastAdmin(members, personId);
  const membership = trx.updateTable("memberships").set({ role }).where("family_id", "=", familyId);
  await membership.where("person_id", "=", personId).execute();
  if (role === "grandparent") await events.helperLost(trx, familyId, personId, at);
  await events.membersChanged(trx, familyId, at);
  const doing = { familyId, personId: member.id, at };
  if (role !== before)
    await recordActivity(trx, doing, { kind: "role-changed", member: name, from: before, to: role });
  await publish(trx, { personId }, "account");
  await publish(trx, familyId, ...changed);
}

export async function changeRole(
  db: Db,
  events: FamilyEvents,
  member: Member,
  newRole: NewRole,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await setRole(trx, events, member, await lockMembers(trx, member), newRole);
  });
}

export async function removeMember(
  db: Db,
  events: FamilyEvents,
  member: Member,
  { personId, at }: { personId: number; at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    refuseFormerAdmin(members, member);
    const { familyId, id } = member;
    refuseLastAdmin(members, personId);
    const { name } = await endMembership(trx, events, members, { familyId, personId, at });
    const what: What = personId === id ? { kind: "member-left" } : { kind: "member-removed", member: name };
    await recordActivity(trx, { familyId, personId: id, at }, what);
  });
}

/** An admin can hand over as they leave: the successor becomes admin in the same transaction. */
export async function leave(
  db: Db,
  events: FamilyEvents,
  member: Member,
  { successor, at }: { successor?: number | undefined; at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    if (successor !== undefined && successor !== member.id)
      await setRole(trx, events, member, members, { personId: successor, role: "admin", at });
    const remaining = members.map((one) =>
      one.person_id === successor ? { ...one, role: "admin" as const } : one,
    );
    const departure = { familyId: member.familyId, personId: member.id, at };
    refuseLastAdmin(remaining, member.id);
    await endMembership(trx, events, remaining, departure);
    await recordActivity(trx, departure, { kind: "member-left" });
  });
}

/** Refuses what would leave one of a person's families without an admin. Their memberships stay locked. */
export async function refuseOnlyAdmin(trx: Db, personId: number): Promise<void> {
  for (const familyId of await familiesOf(trx, personId))
    refuseLastAdmin(await lockMembers(trx, { familyId }), personId);
}

/** The member who joined first looks after a family that would have no admin. Grandparents can invite one themselves. */
async function appointAdmin(
  trx: Db,
  others: readonly Membership[],
  { familyId, at }: Departure,
): Promise<void> {
  const heir = others.find(({ role }) => role === "child");
  if (!heir || others.some(({ role }) => role === "admin")) return;
  await trx
    .updateTable("memberships")
    .set({ role: "admin" })
    .where("family_id", "=", familyId)
    .where("person_id", "=", heir.person_id)
    .execute();
  const what = { kind: "role-changed", member: heir.name, from: heir.role, to: "admin" } as const;
  await recordActivity(trx, { familyId, personId: null, at }, what);
  await publish(trx, { personId: heir.person_id }, "account");
}

/** Ends the membership of somebody whose account is deleted. A family that was theirs alone is deleted with it. */
export async function endMembershipForGood(
  trx: Db,
  events: FamilyEvents,
  departure: Departure,
): Promise<void> {
  const { familyId, personId, at } = departure;
  const members = await lockMembers(trx, { familyId });
  await appointAdmin(
    trx,
    members.filter(({ person_id }) => person_id !== personId),
    departure,
  );
  await endMembership(trx, events, members, departure);
  if (members.length > 1) return;
  await trx.updateTable("families").set({ delete_at: at }).where("id", "=", familyId).execute();
}
