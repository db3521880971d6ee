import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

const someone = "someone";

/**
 * Removes a person's name from the activity log of their families. What they did, and what others did to them, stays.
 * `otherNames` are the names that others used for them.
 */
export async function eraseActor(trx: Db, personId: number, otherNames: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select username as name from people where id = ${personId}
    union select person_name from activity where person_id = ${personId} and person_name is not null
    union select details ->> 'to' from activity where person_id = ${personId} and kind = 'name-changed'`.execute(
    trx,
  );
  const names = [...rows.map(({ name }) => name), ...otherNames];
  await sql`update activity set details = details
      || case when details ->> 'member' = any (${names}) then ${{ member: someone }}::jsonb else '{}' end
      || case when details ->> 'invited' = any (${names}) then ${{ invited: someone }}::jsonb else '{}' end
    where family_id in (select family_id from participants where person_id = ${personId})
      and (details ->> 'member' = any (${names}) or details ->> 'invited' = any (${names}))`.execute(trx);
  await sql`delete from activity where person_id = ${personId} and kind = 'name-changed'`.execute(trx);
  await trx
    .updateTable("activity")
    .set({ person_id: null, person_name: null })
    .where("person_id", "=", personId)
    .execute();
}
