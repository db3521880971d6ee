import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { familiesEverOf } from "#server/families/export.ts";
import { publish } from "#server/live/publish.ts";
import { helpMessage } from "./requests/delivery/help-kind.ts";

/** Deletes a person's requests for help, and what they did about those of others. The others' requests stay. */
export async function eraseHelp(trx: Db, personId: number): Promise<void> {
  const familyIds = await familiesEverOf(trx, personId);
  const inFamilies = sql`family_id = any (${familyIds}::integer[])`;
  const { rows: own } = await sql<{ id: number }>`
    select id from help_requests where ${inFamilies} and asked_by = ${personId} for update`.execute(trx);
  const ids = own.map(({ id }) => id);
  await sql`delete from messages where kind = ${helpMessage.name} and subject_id = any (${ids}::bigint[])`.execute(
    trx,
  );
  await sql`delete from help_request_receipts
    where ${inFamilies} and (person_id = ${personId} or help_request_id = any (${ids}::bigint[]))`.execute(
    trx,
  );
  await sql`delete from video_calls
    where ${inFamilies} and (helper_id = ${personId} or help_request_id = any (${ids}::bigint[]))`.execute(
    trx,
  );
  await sql`delete from help_requests where ${inFamilies} and asked_by = ${personId}`.execute(trx);
  await sql`update help_requests set helper_id = null where ${inFamilies} and helper_id = ${personId}`.execute(
    trx,
  );
  for (const familyId of familyIds) await publish(trx, familyId, "help-requests");
}
