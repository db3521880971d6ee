// Who is in a family, as what, and no longer.
import type { Role, SeenMember } from "#contract/families.ts";
import type { Database } from "../db/connect.ts";
import type { Db, Row } from "../db/schema.ts";
import { Conflict, Forbidden, NotFound } from "../errors.ts";
import { releaseRequests, reviewOpenRequests } from "../help-requests/departures.ts";
import type { Member } from "../http/session.ts";
import { notify, publish } from "../live/publish.ts";
import { lockFamily } from "./families.ts";

const changed = ["family", "help-requests", "invitations"] as const;

type Membership = Pick<Row<"memberships">, "person_id" | "role">;

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

/** Locked until the end, so that two admins cannot both find the other one still there. */
async function lockMembers(db: Db, { familyId }: Member): Promise<Membership[]> {
  await lockFamily(db, familyId);
  return await db
    .selectFrom("memberships")
    .select(["person_id", "role"])
    .where("family_id", "=", familyId)
    .forUpdate()
    .execute();
}

const roleOf = (members: readonly Membership[], personId: number): Role | undefined =>
  members.find(({ person_id }) => person_id === personId)?.role;

/** Whoever was an admin at the door may have been demoted while they waited. */
function refuseFormerAdmin(members: readonly Membership[], { id }: Member): void {
  if (roleOf(members, id) !== "admin") throw new Forbidden();
}

function refuseLastAdmin(members: readonly Membership[], personId: number): void {
  const admins = members.filter(({ role }) => role === "admin");
  if (admins.length !== 1 || admins[0]?.person_id !== personId) return;
  throw new Conflict(
    "Somebody has to look after this family. Please make another member Co-Administrator first.",
  );
}

/** Their devices show another of their families, or none, and nothing more comes over their live connections. */
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
  await notify(db, { personId, events: ["account"] });
  await notify(db, { endedSessionIds: closed.map(({ id }) => id) });
}

interface Departure {
  familyId: number;
  personId: number;
  at: Date;
}

/** Nobody is left to welcome those who were invited. */
const withdrawInvitations = (db: Db, familyId: number) =>
  db.deleteFrom("invitations").where("family_id", "=", familyId).where("status", "=", "pending").execute();

async function endMembership(db: Db, members: readonly Membership[], departure: Departure): Promise<void> {
  const { familyId, personId, at } = departure;
  if (!roleOf(members, personId)) throw new NotFound();
  if (members.length > 1) refuseLastAdmin(members, personId);
  else await withdrawInvitations(db, familyId);
  await releaseRequests(db, familyId, personId, at);
  await closeFamily(db, familyId, personId);
  const membership = db.deleteFrom("memberships").where("family_id", "=", familyId);
  await membership.where("person_id", "=", personId).execute();
  await reviewOpenRequests(db, familyId, at);
  // What they had connected goes with them.
  await publish(db, familyId, ...changed, "calendar-settings", "calendar-events");
}

export async function changeRole(
  db: Db,
  member: Member,
  { personId, role, at }: { personId: number; role: Role; at: Date },
): Promise<void> {
  const { familyId } = member;
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    refuseFormerAdmin(members, member);
    if (!roleOf(members, personId)) throw new NotFound();
    if (role !== "admin") refuseLastAdmin(members, personId);
    const membership = trx.updateTable("memberships").set({ role }).where("family_id", "=", familyId);
    await membership.where("person_id", "=", personId).execute();
    if (role === "grandparent") await releaseRequests(trx, familyId, personId, at);
    await reviewOpenRequests(trx, familyId, at);
    await notify(trx, { personId, events: ["account"] });
    await publish(trx, familyId, ...changed);
  });
}

export async function removeMember(db: Db, member: Member, personId: number, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    refuseFormerAdmin(members, member);
    await endMembership(trx, members, { familyId: member.familyId, personId, at });
  });
}

export async function leave(db: Db, member: Member, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, member);
    await endMembership(trx, members, { familyId: member.familyId, personId: member.id, at });
  });
}
