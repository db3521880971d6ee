// Exports a person's light, the waves that they gave, and the lights that they are told about. All of it is deleted with
// the membership.
import { sql } from "kysely";
import { inOnePage, type Pages } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedLight = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("lights as l")
      .select(["l.family_id as familyId", "l.usual_time as usualTime", "l.away_until as awayUntil"])
      .select(["l.lit_at as litAt", "l.used_at as usedAt", "l.told_on as toldOn"])
      .select(({ selectFrom }) =>
        selectFrom("light_contacts as c")
          .innerJoin("people as p", "p.id", "c.contact_id")
          .select(sql<string[]>`coalesce(array_agg(p.username order by p.id), '{}')`.as("names"))
          .whereRef("c.family_id", "=", "l.family_id")
          .whereRef("c.person_id", "=", "l.person_id")
          .as("contacts"),
      )
      .where("l.family_id", "=", familyId)
      .where("l.person_id", "=", personId)
      .execute(),
  );

export const exportedWaves = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("light_waves as w")
      .innerJoin("people as p", "p.id", "w.person_id")
      .select(["w.family_id as familyId", "p.username as to", "w.at"])
      .where("w.family_id", "=", familyId)
      .where("w.waved_by", "=", personId)
      .orderBy("w.person_id")
      .execute(),
  );

export const exportedLightMessages = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("light_contacts as c")
      .innerJoin("people as p", "p.id", "c.person_id")
      .select(["c.family_id as familyId", "p.username as of", "c.wants_messages as areOn"])
      .where("c.family_id", "=", familyId)
      .where("c.contact_id", "=", personId)
      .orderBy("c.person_id")
      .execute(),
  );
