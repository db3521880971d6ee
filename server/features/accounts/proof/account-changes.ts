// Changes of a number, an e-mail address, a password or passkeys, and sign-ins by somebody else. The old contacts are told and can undo them for a week.
import type { AccountChange, changeKinds } from "#contract/accounts/changes.ts";
import { dayMs } from "#contract/durations.ts";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Conflict, Gone, TooMany } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { renewAccountAddress } from "#server/platform/messages/channels.ts";
import type { Message } from "#server/platform/messages/message-kind.ts";
import { claimedBy, isSigned } from "#server/platform/messages/signed-links.ts";
import type { World } from "#server/platform/world.ts";
import { enqueueChangeMessages, undoDays } from "./change-messages.ts";

type Kind = (typeof changeKinds)[number];
type Change = Row<"account_changes">;

const since = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

async function refuseTooMany(world: World, trx: Db, person: Pick<Person, "id">): Promise<void> {
  const wait = await takeAllowances(world, trx, { name: "account-changes", key: person.id });
  if (wait > 0)
    throw new TooMany("That's all the changes we can make today. Please try again tomorrow.", wait);
}

/** A change with the messages about it, which leave once it is on disk. */
interface Recorded extends Change {
  readonly messages: readonly Message[];
}

/** Stores the present state of the account, in the transaction that is about to change it. */
export async function recordChange(
  world: World,
  trx: Db,
  person: Pick<Person, "id" | "sessionId">,
  kind: Kind,
): Promise<Recorded> {
  const now = world.clock.now();
  await trx.deleteFrom("account_changes").where("changed_at", "<=", since(now, undoDays)).execute();
  const before = await trx
    .selectFrom("people")
    .select(["phone_number", "email", "password_hash", "has_chosen_password"])
    .where("id", "=", person.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await refuseTooMany(world, trx, person);
  const change = await trx
    .insertInto("account_changes")
    .values({ person_id: person.id, session_id: person.sessionId, kind, ...before, changed_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...change, messages: await enqueueChangeMessages(trx, change, now) };
}

const expired = () => new Gone("This link has expired.");

async function findChange(db: Db, { secrets, clock }: World, token: string): Promise<Change> {
  const [personId = 0, id = 0] = claimedBy(token);
  const change = await db
    .selectFrom("account_changes")
    .selectAll()
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .where("changed_at", ">", since(clock.now(), undoDays))
    .executeTakeFirst();
  if (!change || !isSigned(secrets, "account-undo", token, change.changed_at.toISOString())) throw expired();
  return change;
}

const toView = ({ kind, changed_at, undone_at }: Change): AccountChange => ({
  kind,
  changedAt: changed_at.toISOString(),
  isUndone: undone_at !== null,
});

export const changeBehind = async (world: World, token: string): Promise<AccountChange> =>
  toView(await findChange(world.database.kysely, world, token));

/**
 * Marks this change, the other changes of the same session and all later ones. Returns them, newest first. Keeping an
 * account that was to be deleted undoes nothing else.
 */
async function markUndone(
  trx: Db,
  { id, kind, person_id, session_id }: Change,
  now: Date,
): Promise<Change[]> {
  const first = trx
    .selectFrom("account_changes")
    .select((select) => select.fn.min("id").as("id"))
    .where("person_id", "=", person_id)
    .where("session_id", "=", session_id)
    .where("changed_at", ">", since(now, undoDays))
    .where("undone_at", "is", null);
  const undone = await trx
    .updateTable("account_changes")
    .set({ undone_at: now })
    .where("person_id", "=", person_id)
    .where("undone_at", "is", null)
    .$if(kind === "deletion", (query) => query.where("id", "=", id))
    .$if(kind !== "deletion", (query) => query.where("id", ">=", first))
    .returningAll()
    .execute();
  return undone.sort((one, other) => other.id - one.id);
}

type Restored = Partial<Pick<Change, "phone_number" | "email" | "password_hash" | "has_chosen_password">>;

function columnsOf(change: Change): Restored {
  const { kind, phone_number, email, password_hash, has_chosen_password } = change;
  if (kind === "passkey" || kind === "deletion" || kind === "sign-in") return {};
  if (kind === "phone-number") return { phone_number };
  return kind === "email" ? { email } : { password_hash, has_chosen_password };
}

async function refuseTaken(trx: Db, personId: number, restored: Restored): Promise<void> {
  const { phone_number = null, email = null } = restored;
  const owner = await trx
    .selectFrom("people")
    .select("id")
    .where("id", "<>", personId)
    .where((where) => where.or([where("phone_number", "=", phone_number), where("email", "=", email)]))
    .executeTakeFirst();
  if (owner) throw new Conflict("Another account uses your old number or address now. Please write to us.");
}

/** Restores the state before the change, deletes the passkeys that were added, and keeps the account from being deleted. */
async function restore(trx: Db, personId: number, undone: readonly Change[]): Promise<void> {
  const ids = undone.map(({ id }) => id);
  await trx.deleteFrom("passkeys").where("person_id", "=", personId).where("change_id", "in", ids).execute();
  if (undone.some(({ kind }) => kind === "deletion"))
    await trx.deleteFrom("account_deletions").where("person_id", "=", personId).execute();
  const restored: Restored = {};
  for (const each of undone) Object.assign(restored, columnsOf(each));
  if (Object.keys(restored).length === 0) return;
  await refuseTaken(trx, personId, restored);
  await trx.updateTable("people").set(restored).where("id", "=", personId).execute();
  for (const address of ["phone_number", "email"] as const)
    if (address in restored) await renewAccountAddress(trx, personId, address);
}

/** The person who made the change may still be signed in, or have a remembered device. */
async function signEveryoneOut(trx: Db, personId: number, now: Date): Promise<void> {
  const ended = await trx.deleteFrom("sessions").where("person_id", "=", personId).returning("id").execute();
  await trx.deleteFrom("remembered_devices").where("person_id", "=", personId).execute();
  await trx
    .updateTable("email_confirmations")
    .set({ ended_at: now })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
  await publish(trx, { endedSessionIds: ended.map(({ id }) => id) });
}

/** Undoes the change and signs everyone out of the account. The link is the proof, so no sign-in is needed. */
export async function undoChange(world: World, token: string): Promise<AccountChange> {
  const now = world.clock.now();
  return await world.database.kysely.transaction().execute(async (trx) => {
    const change = await findChange(trx, world, token);
    if (change.undone_at) return toView(change);
    const undone = await markUndone(trx, change, now);
    // The link was pressed twice, and this transaction has waited for the one that undid everything.
    if (undone.length === 0) return { ...toView(change), isUndone: true };
    await restore(trx, change.person_id, undone);
    const kinds = [...new Set(undone.map(({ kind }) => kind))];
    const doing = { personId: change.person_id, at: now };
    await recordInOwnFamilies(trx, doing, { kind: "account-changes-undone", undone: kinds });
    await signEveryoneOut(trx, change.person_id, now);
    await publish(trx, { personId: change.person_id }, "account");
    await publish(trx, { familiesOf: change.person_id }, "family", "help-requests", "reachability");
    return { ...toView(change), isUndone: true };
  });
}
