import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { callNumber } from "#server/features/families/queries.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** A light is found by its family and the grandparent whose light it is. */
export interface LightKey {
  readonly familyId: number;
  readonly personId: number;
}

/** Lights with the clock of their family, by which they are on, dark or paused. */
const readLights = (db: Db) =>
  db
    .selectFrom("lights as l")
    .innerJoin("families as f", "f.id", "l.family_id")
    .select(["f.time_zone as timeZone", "l.usual_time as usualTime", "l.away_until as awayUntil"])
    .select(["l.lit_at as litAt", "l.used_at as usedAt", "l.told_on as toldOn"])
    .select("f.has_lights as isOn");

export type Light = Awaited<ReturnType<ReturnType<typeof readLights>["executeTakeFirstOrThrow"]>>;

/** Only the lights of grandparents count: somebody may have become a helper. */
export const findLights = (db: Db, familyId: number) =>
  readLights(db)
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "l.family_id").onRef("m.person_id", "=", "l.person_id"),
    )
    .innerJoin("people as p", "p.id", "l.person_id")
    .select(["p.id", "p.username as name"])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("light_waves as w")
          .innerJoin("people as s", "s.id", "w.waved_by")
          .select(["s.id", "s.username as name"])
          .whereRef("w.family_id", "=", "l.family_id")
          .whereRef("w.person_id", "=", "l.person_id")
          .orderBy("w.at")
          .orderBy("s.id"),
      ).as("wavedBy"),
    )
    .where("l.family_id", "=", familyId)
    .where("m.role", "=", "grandparent")
    .orderBy("p.id")
    .execute();

/** Finds the clock of a family, if it has any lights. */
export async function findZoneOfLights(db: Db, familyId: number): Promise<string | undefined> {
  const found = await readLights(db).where("l.family_id", "=", familyId).limit(1).executeTakeFirst();
  return found?.timeZone;
}

export const findLight = (db: Db, { familyId, personId }: LightKey) =>
  readLights(db)
    .select(({ selectFrom }) =>
      sql<number[]>`array(${selectFrom("light_contacts as c")
        .select("c.contact_id")
        .whereRef("c.family_id", "=", "l.family_id")
        .whereRef("c.person_id", "=", "l.person_id")
        .orderBy("c.contact_id")})`.as("contactIds"),
    )
    .where("l.family_id", "=", familyId)
    .where("l.person_id", "=", personId)
    .executeTakeFirst();

/** Nothing else changes the light until the transaction ends. */
export const lockLight = (trx: Db, { familyId, personId }: LightKey) =>
  readLights(trx)
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "l.family_id").onRef("m.person_id", "=", "l.person_id"),
    )
    .select("m.role")
    .where("l.family_id", "=", familyId)
    .where("l.person_id", "=", personId)
    .forNoKeyUpdate("l")
    .executeTakeFirst();

export const upsertLight = (trx: Db, { family_id, person_id, ...chosen }: NewRow<"lights">) =>
  trx
    .insertInto("lights")
    .values({ family_id, person_id, ...chosen })
    .onConflict((conflict) => conflict.columns(["family_id", "person_id"]).doUpdateSet(chosen))
    .execute();

export const updateLight = (
  trx: Db,
  { familyId, personId }: LightKey,
  changes: Partial<Omit<NewRow<"lights">, "family_id" | "person_id">>,
) =>
  trx
    .updateTable("lights")
    .set(changes)
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();

/** Returns false if there was none. */
export async function deleteLight(trx: Db, { familyId, personId }: LightKey): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("lights")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .returning("person_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Makes the checks of a family's lights due, because its clock has changed. */
export const makeChecksDue = (trx: Db, familyId: number) =>
  trx
    .updateTable("lights")
    .set({ check_at: sql<Date>`'-infinity'` })
    .where("family_id", "=", familyId)
    .execute();

// Who is told when a light stays dark

/** Finds those of these people who are helpers. They stay so until the transaction ends. */
export async function findHelperIds(trx: Db, familyId: number, people: readonly number[]): Promise<number[]> {
  const found = await trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "in", [...people])
    .where("role", "<>", "grandparent")
    .forKeyShare()
    .execute();
  return found.map(({ person_id }) => person_id);
}

/** Replaces the contacts. Those who stay keep their choice of messages. */
export async function replaceContacts(
  trx: Db,
  { familyId, personId }: LightKey,
  contactIds: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom("light_contacts")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .where("contact_id", "not in", [...contactIds])
    .execute();
  await trx
    .insertInto("light_contacts")
    .values(contactIds.map((contact_id) => ({ family_id: familyId, person_id: personId, contact_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the contacts who are still helpers. */
const contactsOf = (db: Db, familyId: number) =>
  db
    .selectFrom("light_contacts as c")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "c.family_id").onRef("m.person_id", "=", "c.contact_id"),
    )
    .select(["c.contact_id as contactId", "c.wants_messages as wantsMessages"])
    .where("c.family_id", "=", familyId)
    .where("m.role", "<>", "grandparent");

export const findContacts = (db: Db, { familyId, personId }: LightKey) =>
  contactsOf(db, familyId).where("c.person_id", "=", personId).orderBy("c.contact_id").execute();

/** Finds the people who want this helper to be told. */
export const findMessageChoices = (db: Db, familyId: number, contactId: number) =>
  contactsOf(db, familyId)
    .innerJoin("people as p", "p.id", "c.person_id")
    .select(["p.id", "p.username as name"])
    .where("c.contact_id", "=", contactId)
    .orderBy("p.id")
    .execute();

/** Returns false if the helper is not one of the contacts. */
export async function setMessageChoice(
  trx: Db,
  { familyId, personId }: LightKey,
  { contactId, wantsMessages }: { contactId: number; wantsMessages: boolean },
): Promise<boolean> {
  const changed = await trx
    .updateTable("light_contacts")
    .set({ wants_messages: wantsMessages })
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .where("contact_id", "=", contactId)
    .returning("contact_id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Finds the lights of these messages, unless their recipient is no longer to be told. */
export const findLightsOfMessages = (db: Db, messageIds: readonly number[]) =>
  readLights(db)
    .innerJoin("messages as e", (join) =>
      join.onRef("e.family_id", "=", "l.family_id").onRef("e.subject_id", "=", "l.person_id"),
    )
    .innerJoin("memberships as owner", (join) =>
      join
        .onRef("owner.family_id", "=", "l.family_id")
        .onRef("owner.person_id", "=", "l.person_id")
        .on("owner.role", "=", "grandparent"),
    )
    .innerJoin("memberships as helper", (join) =>
      join
        .onRef("helper.family_id", "=", "e.family_id")
        .onRef("helper.person_id", "=", "e.person_id")
        .on("helper.role", "<>", "grandparent"),
    )
    .innerJoin("light_contacts as c", (join) =>
      join
        .onRef("c.family_id", "=", "l.family_id")
        .onRef("c.person_id", "=", "l.person_id")
        .onRef("c.contact_id", "=", "e.person_id"),
    )
    .innerJoin("people as p", "p.id", "l.person_id")
    .select(["e.id as messageId", "p.id", "p.username as name", callNumber("p").as("callNumber")])
    .where("e.id", "in", [...messageIds])
    .where("c.wants_messages", "=", true)
    .where("f.has_lights", "=", true)
    .execute();

// Waves

/** Returns false if the person had already waved. */
export async function insertWave(trx: Db, wave: NewRow<"light_waves">): Promise<boolean> {
  const added = await trx
    .insertInto("light_waves")
    .values(wave)
    .onConflict((conflict) => conflict.doNothing())
    .returning("waved_by")
    .executeTakeFirst();
  return added !== undefined;
}

export const deleteWaves = (trx: Db, { familyId, personId }: LightKey) =>
  trx.deleteFrom("light_waves").where("family_id", "=", familyId).where("person_id", "=", personId).execute();
