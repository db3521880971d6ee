// Whether a person takes calls. The owner of a number decides.
import type { Db } from "#server/platform/db/schema.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { renewContactMethod } from "../contact-methods.ts";

export async function takesCalls(db: Db, personId: number): Promise<boolean> {
  const person = db.selectFrom("people").select("takes_calls as isOn").where("id", "=", personId);
  return (await person.executeTakeFirst())?.isOn ?? false;
}

export const setTakesCalls = (
  { database }: World,
  { id }: Pick<Person, "id">,
  isOn: boolean,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("people")
      .set({ takes_calls: isOn })
      .where("id", "=", id)
      .where("takes_calls", "<>", isOn)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await renewContactMethod(trx, { personId: id, channel: "call" });
    await publish(trx, { personId: id }, "account");
  });
