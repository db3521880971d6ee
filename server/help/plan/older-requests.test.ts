import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { acknowledgeHelpRequest, askForHelp, getHelpRequest } from "#contract/help/requests.ts";
import { migrationsFolder } from "#server/db/migrate.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { plannedSteps } from "./escalation-plan.ts";

const server = useServer();
const minutes = (count: number) => count * 60_000;
const aDay = minutes(24 * 60);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
  // Migrations use the clock of the database.
  server().clock.advance(Date.now() - server().clock.now().getTime());
});

/** Stores a request as before there were plans. */
async function askedBefore(age: number): Promise<number> {
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const asked_at = new Date(server().clock.now().getTime() - age);
  const without = { asked_at, plan: "[]", plan_began_at: null, next_step_at: null };
  await server().database.kysely.updateTable("help_requests").set(without).where("id", "=", id).execute();
  return id;
}

async function migrateOlder() {
  const text = await readFile(join(migrationsFolder, "022-plans-of-older-requests.sql"), "utf8");
  await server()
    .database.kysely.transaction()
    .execute((trx) => sql.raw(text).execute(trx));
}

const show = (id: number) => family.rose.client.call(getHelpRequest, { params: { id } });

async function pass(milliseconds: number) {
  server().clock.advance(milliseconds);
  server().outbox.length = 0;
  await deliverDue(server().world);
}

test("a request from before there were plans follows the default plan, and an old one says that it reached nobody", async () => {
  const [old, taken, recent] = [
    await askedBefore(3 * aDay),
    await askedBefore(0),
    await askedBefore(aDay / 2),
  ];
  await family.ben.client.call(acknowledgeHelpRequest, { params: { id: taken } });
  const { kysely } = server().database;
  await kysely.updateTable("help_requests").set({ next_step_at: null }).where("id", "=", taken).execute();
  await migrateOlder();

  const plans = await kysely.selectFrom("help_requests").select("plan").execute();
  const planned = await plannedSteps(server().database, family.rose.familyId);
  expect(plans.map(({ plan }) => plan)).toMatchObject([planned, planned, planned]);
  expect((await show(old)).state).toBe("UNREACHABLE");
  await pass(minutes(3));
  await pass(0);
  expect((await show(recent)).state).toBe("HANDED_OVER");
  expect((await show(old)).state).toBe("UNREACHABLE");
  await pass(minutes(58));
  const reminders = server().outbox.filter(({ text }) => text.startsWith("Has Rose been helped?"));
  expect(reminders.map(({ to }) => to)).toEqual([family.ben.phoneNumber]);
});

test("a family's own plan is kept", async () => {
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const planOf = () =>
    server()
      .database.kysely.selectFrom("help_requests")
      .select(["plan", "plan_began_at", "next_step_at", "state"])
      .where("id", "=", id)
      .executeTakeFirst();
  const before = await planOf();
  await migrateOlder();
  expect(await planOf()).toEqual(before);
});
