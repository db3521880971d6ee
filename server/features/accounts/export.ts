// A person's account, for their export. Hashes, keys and tokens are left out.
import { sql } from "kysely";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

const ownPictureFile = "my-picture.jpg";

/** Returns the person's picture under its file name in the export, or nothing. */
export async function exportedOwnPicture(
  db: Db,
  personId: number,
): Promise<Map<string, () => AsyncIterable<Buffer>>> {
  const own = db.selectFrom("people_pictures").select("bytes").where("person_id", "=", personId);
  const found = await own.executeTakeFirst();
  async function* read(bytes: Buffer): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return new Map(found && [[ownPictureFile, () => read(found.bytes)]]);
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
      .select(["shares_puzzle as sharesPuzzle", "created_at as createdAt"])
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
