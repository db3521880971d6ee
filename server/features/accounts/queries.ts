// Accounts: people, their addresses, their pictures, and the deletion of an account.
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db, NewRow } from "#server/platform/db/schema.ts";

/** The person whom a session signs in, with the family that is open on that device. */
export const findUser = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("people as p", "p.id", "s.person_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "s.family_id").onRef("m.person_id", "=", "p.id"),
    )
    .select(["p.id", "p.username", "p.username as displayName", "p.grandparent_names as grandparentNames"])
    .select(["m.role", "m.family_id as familyId"])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom("memberships as o")
          .innerJoin("families as f", "f.id", "o.family_id")
          .select(["f.id", "f.name", "o.role"])
          .whereRef("o.person_id", "=", "p.id")
          .orderBy("o.joined_at")
          .orderBy("f.id"),
      ).as("families"),
    )
    .where("s.token_hash", "=", tokenHash)
    .executeTakeFirst();

/** A confirmation that was sent before `confirmationsSince` is too old to count. */
export const findAccount = (db: Db, personId: number, confirmationsSince: Date) =>
  db
    .selectFrom("people as p")
    .leftJoin("people_pictures as i", "i.person_id", "p.id")
    .leftJoin("account_deletions as d", "d.person_id", "p.id")
    .select(["p.username", "p.grandparent_names as grandparentNames", "p.phone_number as phoneNumber"])
    .select(["p.call_number as callNumber", "p.email", "p.has_chosen_password as hasPassword"])
    .select(["i.id as pictureId", "d.due_at as deletionDueAt", "p.is_operator as isOperator"])
    .select((select) => [
      select
        .selectFrom("email_confirmations as c")
        .select("c.email")
        .whereRef("c.person_id", "=", "p.id")
        .where("c.ended_at", "is", null)
        .where("c.sent_at", ">", confirmationsSince)
        .orderBy("c.id", "desc")
        .limit(1)
        .as("unconfirmedEmail"),
      jsonArrayFrom(
        select.selectFrom("identities as o").select("o.issuer").whereRef("o.person_id", "=", "p.id"),
      ).as("identities"),
      select
        .selectFrom("memberships as m")
        .innerJoin("invitations as v", (join) =>
          join.onRef("v.family_id", "=", "m.family_id").onRef("v.accepted_by", "=", "m.person_id"),
        )
        .select("v.email")
        .whereRef("m.person_id", "=", "p.id")
        .orderBy("v.id", "desc")
        .limit(1)
        .as("invitedEmail"),
    ])
    .where("p.id", "=", personId)
    .executeTakeFirst();

interface CodeAddress {
  readonly kind: "phone_number" | "email";
  readonly address: string;
}

/** The condition that a row of `people` has this number or this address in lower case. */
export const hasAddress = (person: string, { kind, address }: CodeAddress) =>
  kind === "phone_number"
    ? sql<boolean>`${sql.ref(`${person}.phone_number`)} = ${address}`
    : sql<boolean>`lower(${sql.ref(`${person}.email`)}) = ${address}`;

export async function findOwnerOf(db: Db, address: CodeAddress): Promise<number | undefined> {
  const owner = db.selectFrom("people as p").select("p.id").where(hasAddress("p", address));
  return (await owner.executeTakeFirst())?.id;
}

/** Returns whether somebody else has one of these. */
export async function isTaken(
  db: Db,
  personId: number,
  { phoneNumber = null, email = null }: { phoneNumber?: string | null; email?: string | null },
): Promise<boolean> {
  const owner = await db
    .selectFrom("people")
    .select("id")
    .where("id", "<>", personId)
    .where(({ or, eb, fn }) =>
      or([
        eb("phone_number", "=", phoneNumber),
        eb(fn<string>("lower", ["email"]), "=", email?.toLowerCase() ?? null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

export const lockPerson = (trx: Db, personId: number) =>
  trx.selectFrom("people").select("id").where("id", "=", personId).forUpdate().execute();

const credentials = ["phone_number", "call_number", "email", "password_hash", "has_chosen_password"] as const;

export const findCredentials = (db: Db, personId: number) =>
  db.selectFrom("people").select(credentials).where("id", "=", personId).executeTakeFirstOrThrow();

export const findCredentialsForUpdate = (trx: Db, personId: number) =>
  trx
    .selectFrom("people")
    .select(credentials)
    .where("id", "=", personId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const updatePerson = (db: Db, personId: number, columns: Partial<NewRow<"people">>) =>
  db.updateTable("people").set(columns).where("id", "=", personId).execute();

/** A name that only changes between upper and lower case has still been taken when it was taken first. */
export const updateUsername = (db: Db, personId: number, username: string, now: Date) =>
  db
    .updateTable("people")
    .set(({ ref }) => ({
      username,
      named_at: sql<Date>`case when lower(${ref("username")}) = lower(${username}) then ${ref("named_at")} else ${now} end`,
    }))
    .where("id", "=", personId)
    .execute();

/** Finds what an acquaintance would try as the password: names, numbers, the address, and names of families. */
export const findPersonalWords = (db: Db, personId: number) =>
  db
    .selectFrom("people as p")
    .select(["p.username", "p.grandparent_names", "p.phone_number", "p.call_number", "p.email"])
    .select((select) =>
      select
        .selectFrom("memberships as m")
        .innerJoin("families as f", "f.id", "m.family_id")
        .select(sql<string | null>`string_agg(f.name, ' ')`.as("names"))
        .whereRef("m.person_id", "=", "p.id")
        .as("families"),
    )
    .where("p.id", "=", personId)
    .executeTakeFirstOrThrow();

export const insertPerson = (trx: Db, person: NewRow<"people">): Promise<{ id: number }> =>
  trx.insertInto("people").values(person).returning("id").executeTakeFirstOrThrow();

/** Returns nothing if somebody else has the number or the address of the person. */
export const insertPersonUnlessTaken = (trx: Db, person: NewRow<"people">) =>
  trx
    .insertInto("people")
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();

/** Returns whether the person has a proven number, a password, a passkey or a provider. */
export async function hasSignInBesidesEmail(db: Db, personId: number): Promise<boolean> {
  const person = await db
    .selectFrom("people as p")
    .select("p.id")
    .where("p.id", "=", personId)
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        eb("p.phone_number", "is not", null),
        eb("p.has_chosen_password", "=", true),
        exists(selectFrom("passkeys").select("id").whereRef("person_id", "=", "p.id")),
        exists(selectFrom("identities").select("subject").whereRef("person_id", "=", "p.id")),
      ]),
    )
    .executeTakeFirst();
  return person !== undefined;
}

export async function insertConfirmation(trx: Db, row: NewRow<"email_confirmations">): Promise<number> {
  const inserted = trx.insertInto("email_confirmations").values(row).returning("id");
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export const findOpenConfirmations = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("email_confirmations as c")
    .innerJoin("people as p", "p.id", "c.person_id")
    .select(["c.id", "c.email", "c.person_id", "p.username as name"])
    .where("c.id", "in", ids)
    .where("c.ended_at", "is", null)
    .execute();

interface ConfirmationKey {
  readonly personId: number;
  readonly id: number;
  readonly sentSince: Date;
}

export const findConfirmationForUpdate = (trx: Db, { personId, id, sentSince }: ConfirmationKey) =>
  trx
    .selectFrom("email_confirmations")
    .select(["id", "email"])
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("sent_at", ">", sentSince)
    .forUpdate()
    .executeTakeFirst();

export const endConfirmations = (db: Db, personId: number, now: Date) =>
  db
    .updateTable("email_confirmations")
    .set({ ended_at: now })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();

export const insertPicture = (trx: Db, picture: NewRow<"people_pictures">): Promise<{ id: number }> =>
  trx.insertInto("people_pictures").values(picture).returning("id").executeTakeFirstOrThrow();

/** Returns whether there was one. */
export async function deletePicture(trx: Db, personId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("people_pictures")
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Finds a picture that this person may see: their own, or one of a member of their families. */
export const findPicture = (db: Db, viewerId: number, id: number) =>
  db
    .selectFrom("people_pictures as i")
    .select("i.media_id")
    .where("i.id", "=", id)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("i.person_id", "=", viewerId),
        exists(
          selectFrom("memberships as own")
            .innerJoin("memberships as theirs", "theirs.family_id", "own.family_id")
            .select("own.family_id")
            .where("own.person_id", "=", viewerId)
            .whereRef("theirs.person_id", "=", "i.person_id"),
        ),
      ]),
    )
    .executeTakeFirst();

/** Returns nothing if the deletion was planned before. */
export const insertAccountDeletion = (trx: Db, deletion: NewRow<"account_deletions">) =>
  trx
    .insertInto("account_deletions")
    .values(deletion)
    .onConflict((conflict) => conflict.doNothing())
    .returning("due_at")
    .executeTakeFirst();

export const findAccountDeletion = (db: Db, personId: number) =>
  db
    .selectFrom("account_deletions")
    .select("due_at")
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();

/** Returns whether the account was about to be deleted. */
export async function deleteAccountDeletion(trx: Db, personId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("account_deletions")
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
