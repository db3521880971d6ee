import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** Each person has one verdict about a request. A later one replaces it. */
export async function storeVerdict(trx: Db, verdict: NewRow<"help_verdicts">): Promise<void> {
  await trx
    .insertInto("help_verdicts")
    .values(verdict)
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "help_request_id", "person_id"])
        .doUpdateSet({ verdict: verdict.verdict, at: verdict.at }),
    )
    .execute();
}
