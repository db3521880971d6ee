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
import {
  deleteAccountDeletion,
  endConfirmations,
  findCredentialsForUpdate,
  isTaken,
  updatePerson,
} from "../queries.ts";
import { enqueueChangeMessages, undoDays } from "./change-messages.ts";
import {
  deleteOldChanges,
  deletePasskeysAddedBy,
  deleteSessionsAndDevices,
  findChange,
  findFirstChange,
  insertChange,
  markUndone,
} from "./queries.ts";

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

/** Stores the present state of the account, in the transaction that is about to change it. The operator has no session. */
export async function recordChange(
  world: World,
  trx: Db,
  person: Pick<Person, "id"> & { readonly sessionId: number | null },
  kind: Kind,
): Promise<Recorded> {
  const now = world.clock.now();
  await deleteOldChanges(trx, since(now, undoDays));
  const { call_number: _, ...before } = await findCredentialsForUpdate(trx, person.id);
  await refuseTooMany(world, trx, person);
  const about = { person_id: person.id, session_id: person.sessionId, kind, changed_at: now };
  const change = await insertChange(trx, { ...about, ...before });
  return { ...change, messages: await enqueueChangeMessages(trx, change, now) };
}

const expired = () => new Gone("This link has expired.");

async function findLinkedChange(db: Db, { secrets, clock }: World, token: string): Promise<Change> {
  const [personId = 0, id = 0] = claimedBy(token);
  const change = await findChange(db, { personId, id }, since(clock.now(), undoDays));
  if (!change || !isSigned(secrets, "account-undo", token, change.changed_at.toISOString())) throw expired();
  return change;
}

const toView = ({ kind, changed_at, undone_at }: Change): AccountChange => ({
  kind,
  changedAt: changed_at.toISOString(),
  isUndone: undone_at !== null,
});

export const changeBehind = async (world: World, token: string): Promise<AccountChange> =>
  toView(await findLinkedChange(world.database.kysely, world, token));

/**
 * Marks this change, the other changes of the same session and all later ones. Returns them, newest first. Keeping an
 * account that was to be deleted undoes nothing else.
 */
async function undo(
  trx: Db,
  { id, kind, person_id: personId, session_id: sessionId }: Change,
  now: Date,
): Promise<Change[]> {
  const first =
    kind === "deletion" || sessionId === null
      ? id
      : await findFirstChange(trx, { personId, sessionId }, since(now, undoDays));
  // The link was pressed twice, and the other transaction has undone everything.
  if (first === null) return [];
  const range = kind === "deletion" ? { first, last: id, now } : { first, now };
  const undone = await markUndone(trx, personId, range);
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
  const { phone_number: phoneNumber = null, email = null } = restored;
  if (await isTaken(trx, personId, { phoneNumber, email }))
    throw new Conflict("Another account uses your old number or address now. Please write to us.");
}

/** Restores the state before the change, deletes the passkeys that were added, and keeps the account from being deleted. */
async function restore(trx: Db, personId: number, undone: readonly Change[]): Promise<void> {
  const ids = undone.map(({ id }) => id);
  await deletePasskeysAddedBy(trx, personId, ids);
  if (undone.some(({ kind }) => kind === "deletion")) await deleteAccountDeletion(trx, personId);
  const restored: Restored = {};
  for (const each of undone) Object.assign(restored, columnsOf(each));
  if (Object.keys(restored).length === 0) return;
  await refuseTaken(trx, personId, restored);
  await updatePerson(trx, personId, restored);
  for (const address of ["phone_number", "email"] as const)
    if (address in restored) await renewAccountAddress(trx, personId, address);
}

/** The person who made the change may still be signed in, or have a remembered device. Returns how many sessions ended. */
export async function signEveryoneOut(trx: Db, personId: number, now: Date): Promise<number> {
  const endedSessionIds = await deleteSessionsAndDevices(trx, personId);
  await endConfirmations(trx, personId, now);
  await publish(trx, { endedSessionIds });
  return endedSessionIds.length;
}

/** Undoes the change and signs everyone out of the account. The link is the proof, so no sign-in is needed. */
export async function undoChange(world: World, token: string): Promise<AccountChange> {
  const now = world.clock.now();
  return await world.database.kysely.transaction().execute(async (trx) => {
    const change = await findLinkedChange(trx, world, token);
    if (change.undone_at) return toView(change);
    const undone = await undo(trx, change, now);
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
