// E-mails to the admins of a family in which nobody can be reached, before it needs help.
import { sql } from "kysely";
import type { Db, Row } from "#server/db/schema.ts";
import { maxBatch, processAllDue } from "#server/jobs/due-rows.ts";
import type { EmailContent } from "#server/messages/email/content.ts";
import { handOver } from "#server/messages/message-sender.ts";
import type { World } from "#server/world.ts";

type State = Row<"reachability_warnings">["state"];

/** To each of them, in the transaction that finds it out. */
export async function warnAdmins(trx: Db, familyId: number, state: State, now: Date): Promise<void> {
  const admins = trx
    .selectFrom("memberships")
    .select((row) => ["family_id", "person_id", row.val(state).as("state"), row.val(now).as("due_at")])
    .where("family_id", "=", familyId)
    .where("role", "=", "admin");
  await trx
    .insertInto("reachability_warnings")
    .columns(["family_id", "person_id", "state", "due_at"])
    .expression(admins)
    .execute();
}

type Due = Row<"reachability_warnings"> & { family: string; name: string };

const lease = 3 * 60_000;
const pauses = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * 60_000);

async function claimDue({ database, clock }: World): Promise<Due[]> {
  const now = clock.now();
  const { rows } = await sql<Due>`
    update reachability_warnings w set due_at = ${new Date(now.getTime() + lease)}, tries = w.tries + 1
    from families f, people p
    where f.id = w.family_id and p.id = w.person_id and (w.family_id, w.person_id) in (
      select family_id, person_id from reachability_warnings where due_at <= ${now}
      order by due_at limit ${maxBatch} for update skip locked)
    returning w.*, f.name as family, p.username as name`.execute(database.kysely);
  return rows;
}

const titles: Record<State, (family: string) => string> = {
  nobody: (family) => `Our messages aren't reaching anyone in ${family}`,
  unproven: (family) => `Nobody in ${family} has answered our tests for two weeks`,
};

const emailFor = ({ publicUrl }: World["config"], { state, family, name }: Due): EmailContent => ({
  subject: titles[state](family),
  before: [
    `Hello ${name}.`,
    `${titles[state](family)}.`,
    "If someone in your family asks for help now, it's possible that nobody will know.",
    "Please check who can be reached, and turn on messages on at least one phone.",
  ],
  link: { label: "See who can be reached", href: `${publicUrl}/admin/family` },
  after: ["We only send this once. Porchlight always shows who can be reached."],
});

/** Unless another one has taken its place. */
const remove = ({ database }: World, { family_id, person_id, state }: Due) =>
  database.kysely
    .deleteFrom("reachability_warnings")
    .where((row) => row.and({ family_id, person_id, state }))
    .execute();

const tryAgain = ({ database }: World, { family_id, person_id, state }: Due, due_at: Date) =>
  database.kysely
    .updateTable("reachability_warnings")
    .set({ due_at })
    .where((row) => row.and({ family_id, person_id, state }))
    .execute();

async function warn(world: World, due: Due): Promise<void> {
  const email = emailFor(world.config, due);
  const { outcome } = await handOver(world, due.person_id, "email", {
    kind: "reminder",
    title: email.subject,
    text: email.before.join(" "),
    path: "/admin/family",
    email,
    ...{ tag: `reachability-${due.family_id}`, ttlSeconds: 0, isUrgent: false },
  });
  const pause = pauses[due.tries - 1];
  if (outcome === "taken" || outcome === "permanent" || pause === undefined) await remove(world, due);
  else await tryAgain(world, due, new Date(world.clock.now().getTime() + pause));
}

export const sendWarnings = (world: World): Promise<void> =>
  processAllDue(8, {
    claim: () => claimDue(world),
    process: (due) => warn(world, due),
    onError: (err, due) => world.log.error({ err, person: due.person_id }, "a warning was not sent"),
  });
