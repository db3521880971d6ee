// The members of a family: their roles, and how they leave.
import type { What } from "#contract/activity.ts";
import type { Role, SeenMember } from "#contract/families.ts";
import { recordActivity } from "#server/activity/activity.ts";
import type { Database } from "#server/db/connect.ts";
import type { Db, Row } from "#server/db/schema.ts";
import { Conflict, Forbidden, NotFound } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import { type FamilyEvents, lockFamily } from "./families.ts";

const changed = ["family", "help-requests", "invitations", "reachability"] as const;

type Membership = Pick<Row<"memberships">, "person_id" | "role"> & { name: string };

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
    .select(["m.person_id", "m.role", "p.username as name"])
    .where("m.family_id", "=", familyId)
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
  const admins = members.filter(({ role }) => role === "admin");
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
const withdrawInvitations = (db: Db, familyId: number) =>
  db.deleteFrom("invitations").where("family_id", "=", familyId).where("status", "=", "pending").execute();

async function endMembership(
  db: Db,
  events: FamilyEvents,
  members: readonly Membership[],
  departure: Departure,
): Promise<Membership> {
  const { familyId, personId, at } = departure;
  const ended = findMember(members, personId);
  if (members.length > 1) refuseLastAdmin(members, personId);
  else await withdrawInvitations(db, familyId);
  await events.helperLost(db, familyId, personId, at);
  await closeFamily(db, familyId, personId);
  const membership = db.deleteFrom("memberships").where("family_id", "=", familyId);
  await membership.where("person_id", "=", personId).execute();
  await events.membersChanged(db, familyId, at);
  // The calendars that they had connected are deleted with the membership.
  await publish(db, familyId, ...changed, "calendar-settings", "calendar-events");
  return ended;
}

type MembersChanged = Pick<FamilyEvents, "membersChanged">;

interface RoleChange {
  familyId: number;
  personId: number;
  role: Role;
  /** Null for whoever runs the server. */
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

export async function changeRole(
  db: Db,
  events: FamilyEvents,
  member: Member,
  { personId, role, at }: { personId: number; role: Role; at: Date },
): Promise<void> {
  const { familyId } = member;
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    refuseFormerAdmin(members, member);
    const membership = findMember(members, personId);
    if (role !== "admin") refuseLastAdmin(members, personId);
    if (role === "grandparent") await events.helperLost(trx, familyId, personId, at);
    await setRole(trx, events, membership, { familyId, personId, role, by: member.id, at });
  });
}

/** For whoever runs the server, when a family has lost its admin. */
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
    const { name } = await endMembership(trx, events, members, { familyId, personId, at });
    const what: What = personId === id ? { kind: "member-left" } : { kind: "member-removed", member: name };
    await recordActivity(trx, { familyId, personId: id, at }, what);
  });
}

export async function leave(db: Db, events: FamilyEvents, member: Member, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    const departure = { familyId: member.familyId, personId: member.id, at };
    await endMembership(trx, events, members, departure);
    await recordActivity(trx, departure, { kind: "member-left" });
  });
}
