// What a person's export says of their account, without hashes, keys and tokens, and how the account is erased.
import { sql } from "kysely";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { ExportedFile } from "#server/platform/media/media.ts";

const ownPictureFile = "my-picture.jpg";

/** The person's own picture, if there is one. */
export async function exportedOwnPicture(db: Db, personId: number): Promise<ExportedFile[]> {
  const own = db.selectFrom("people_pictures").select("media_id").where("person_id", "=", personId);
  return (await own.execute()).map(({ media_id }) => ({ name: ownPictureFile, media_id }));
}

export const exportedAccount = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("people")
      .select(["id", "username as name", "grandparent_names as grandparentNames"])
      .select([
        "phone_number as phoneNumber",
        "call_number as callNumber",
        "email",
        "has_chosen_password as hasPassword",
      ])
      .select(["shares_puzzle as sharesPuzzle", "takes_calls as takesCalls", "created_at as createdAt"])
      .select((select) =>
        select
          .selectFrom("people_pictures as i")
          .select(sql<string>`${ownPictureFile}::text`.as("file"))
          .whereRef("i.person_id", "=", "people.id")
          .as("picture"),
      )
      .where("id", "=", personId)
      .execute(),
  );

export const exportedDevices = (db: Db, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("sessions")
      .select(["id", "device as name", "created_at as signedInAt", "last_used_at as lastUsedAt"])
      .where("person_id", "=", personId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

export const exportedPasskeys = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("passkeys")
      .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
      .where("person_id", "=", personId)
      .orderBy("id")
      .execute(),
  );

export const exportedProviders = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("identities")
      .select(["issuer", "subject as accountId", "created_at as createdAt"])
      .where("person_id", "=", personId)
      .orderBy("created_at")
      .execute(),
  );

/** Deletes a person once no other feature's rows point to them. The rest of their rows are deleted with this one. */
export async function eraseAccount(trx: Db, personId: number): Promise<void> {
  const { phone_number, email } = await trx
    .selectFrom("people")
    .select(["phone_number", "email"])
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  const addresses = [phone_number, email?.toLowerCase()].filter((address) => address != null);
  if (addresses.length > 0) await trx.deleteFrom("verifications").where("address", "in", addresses).execute();
  await publish(trx, { personId }, "account");
  const ended = await trx.deleteFrom("sessions").where("person_id", "=", personId).returning("id").execute();
  await publish(trx, { endedSessionIds: ended.map(({ id }) => id) });
  await trx.deleteFrom("people").where("id", "=", personId).execute();
}
