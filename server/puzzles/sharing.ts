// Whether a grandparent's families may see when they solve the puzzle.
import type { Db } from "#server/db/schema.ts";
import type { Person } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";

export async function sharesPuzzle(db: Db, person: Person): Promise<boolean> {
  const { shares_puzzle } = await db
    .selectFrom("people")
    .select("shares_puzzle")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return shares_puzzle;
}

export async function changeSharing(db: Db, person: Person, isShared: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("people").set({ shares_puzzle: isShared }).where("id", "=", person.id).execute();
    await publish(trx, { familiesOf: person.id }, "puzzles");
  });
}
