// E-mails to the admins of a family in which nobody can be reached, before it needs help.
import { hourMs } from "#contract/durations.ts";
import type { ReachabilityState } from "#contract/reachability.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { BatchQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { EmailContent, MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { reachabilityOfFamilies } from "./known-contact-methods.ts";
import { findAdminIds, findWantedWarnings, lockMemberships, postponeChecks, updateState } from "./queries.ts";

const warning = { name: "reachability-warning", isUrgent: false } as const;

/** Warns each admin, in the transaction that detects the state. */
async function warnAdmins(trx: Db, familyId: number, state: ReachabilityState, now: Date): Promise<void> {
  const admins = await findAdminIds(trx, familyId);
  const message = { kind: warning, about: state, familyId, channel: "email" } as const;
  await enqueue(
    trx,
    admins.map((personId) => ({ ...message, personId })),
    now,
  );
}

type Warned = Awaited<ReturnType<typeof findWantedWarnings>>[number];

const titleOf = (state: string, family: string): string =>
  state === "unproven"
    ? `Nobody in ${family} has answered our tests for two weeks`
    : `Our messages aren't reaching anyone in ${family}`;

const path = "/admin/family";

function contentOf({ publicUrl }: World["config"], state: string, { family, name }: Warned): MessageContent {
  const title = titleOf(state, family);
  const email: EmailContent = {
    subject: title,
    before: [
      `Hello ${name}.`,
      `${title}.`,
      "If someone in your family asks for help now, it's possible that nobody will know.",
      "Please check who can be reached, and turn on messages on at least one phone.",
    ],
    link: { label: "See who can be reached", href: publicUrl + path },
    after: ["We only send this once. Porchlight always shows who can be reached."],
  };
  return { title, text: email.before.join(" "), path, email };
}

export const warningKind: MessageKind = {
  ...warning,
  async prepare(world, messages) {
    const ids = messages.map(({ id }) => id);
    const rows = await findWantedWarnings(world.database.kysely, ids);
    const wanted = new Map(rows.map((row) => [row.messageId, row]));
    return {
      parcels: messages.flatMap((message) => {
        const warned = wanted.get(message.id);
        return warned
          ? [{ messages: [message], content: () => contentOf(world.config, message.about, warned) }]
          : [];
      }),
    };
  },
};

// A family's reachability is checked when a contact method of its people changes, and regularly, because proofs grow old.
type Family = Row<"family_reachability">;

const checkIntervalMs = 6 * hourMs;
// Spreads the next checks of families that were checked together.
const spreadMs = hourMs;

const nextCheck = (now: Date): Date => new Date(now.getTime() + checkIntervalMs - Math.random() * spreadMs);

const gravity: Record<ReachabilityState, number> = { reachable: 0, "one-person": 0, unproven: 1, nobody: 2 };

/** Stores the new state of a family. When it is worse than the last one, each admin gets one warning. */
async function changeState(world: World, family: Family, state: ReachabilityState): Promise<void> {
  const now = world.clock.now();
  await world.database.kysely.transaction().execute(async (trx) => {
    // Members are locked before the family, in the same order as when somebody leaves it.
    await lockMemberships(trx, family.family_id);
    // If something has changed in the meantime, an earlier time is set, and the family is checked again.
    const checkAt = nextCheck(now);
    if (!(await updateState(trx, family, { state, checkAt }))) return;
    if (gravity[state] > gravity[family.state]) await warnAdmins(trx, family.family_id, state, now);
    await publish(trx, family.family_id, "reachability");
  });
}

/** Most families are unchanged, so they take a single statement. One that is locked is checked again after its lease. */
async function postpone({ database, clock }: World, families: readonly Family[]): Promise<void> {
  const now = clock.now();
  await postponeChecks(
    database.kysely,
    families.map((family) => ({ family, checkAt: nextCheck(now) })),
  );
}

async function checkFamilies(world: World, families: readonly Family[]): Promise<void> {
  const states = await reachabilityOfFamilies(
    world,
    families.map(({ family_id }) => family_id),
  );
  const stateOf = ({ family_id, state }: Family) => states.get(family_id) ?? state;
  const isChanged = (family: Family) => stateOf(family) !== family.state;
  const { changed = [], unchanged = [] } = Object.groupBy(families, (family) =>
    isChanged(family) ? "changed" : "unchanged",
  );
  if (unchanged.length > 0) await postpone(world, unchanged);
  for (const family of changed) await changeState(world, family, stateOf(family));
}

export const familyChecks = new BatchQueue({
  name: "family-checks",
  rows: { table: "family_reachability", keys: ["family_id"], due: "check_at" },
  batchSize: 50,
  process: checkFamilies,
});
