import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { familiesEverOf } from "#server/families/export.ts";
import { publish } from "#server/live/publish.ts";
import { promiseMessage } from "./promises/promise-kind.ts";
import { helpMessage } from "./requests/delivery/help-kind.ts";

/** Deletes a person's requests for help, and what they did about those of others. The others' requests stay. */
export async function eraseHelp(trx: Db, personId: number): Promise<void> {
  const familyIds = await familiesEverOf(trx, personId);
  const inFamilies = sql`family_id = any (${familyIds}::integer[])`;
  const { rows: own } = await sql<{ id: number }>`
    select id from help_requests where ${inFamilies} and asked_by = ${personId} for update`.execute(trx);
  const ids = own.map(({ id }) => id);
  const kinds = [helpMessage.name, promiseMessage.name];
  await sql`delete from messages where kind = any (${kinds}) and subject_id = any (${ids}::bigint[])`.execute(
    trx,
  );
  for (const table of ["help_request_receipts", "help_promises", "help_verdicts"])
    await sql`delete from ${sql.table(table)}
      where ${inFamilies} and (person_id = ${personId} or help_request_id = any (${ids}::bigint[]))`.execute(
      trx,
    );
  await sql`delete from help_requests where ${inFamilies} and asked_by = ${personId}`.execute(trx);
  await sql`update help_requests set helper_id = null where ${inFamilies} and helper_id = ${personId}`.execute(
    trx,
  );
  await sql`update help_requests set handed_on_by = null, handed_on_at = null
    where ${inFamilies} and handed_on_by = ${personId}`.execute(trx);
  for (const familyId of familyIds) await publish(trx, familyId, "help-requests");
}
