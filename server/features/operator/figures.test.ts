// Counts of who comes and what is refused, on the operator's page and by a command.
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { login, requestVerification } from "#contract/accounts/sign-in.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { getFigures } from "#contract/operator/figures.ts";
import { familyEvents } from "#server/family-events.ts";
import { deleteOldLimitHits, storeLimitHits } from "#server/platform/allowances/limit-hits.ts";
import { Client } from "#tests/support/client.ts";
import { invite, join, newOperator, newPhoneNumber, type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { commandFor } from "./commands.ts";
import { removePerson } from "./removals.ts";

const server = useServer({ limits: { loginsPerAccount: 2, smsPerPhonePerDay: 2 } });
let olga: Person;
beforeAll(async () => {
  olga = await newOperator(server());
});

const figures = () => olga.client.call(getFigures);
const printed = async () => (await commandFor(["figures"])(server().world, familyEvents)).join("\n");
const counted = (count: number) => ({ count, hasMore: false });

const askForCode = (address: { phoneNumber: string } | { email: string }) =>
  new Client(server().url).ask(requestVerification, { body: address });

test("new people and families are counted by day, and what is on its way without a name", async () => {
  server().clock.advance(dayMs);
  const nora = await signUp(server(), { name: "Nora Nash" });
  await join(server(), nora, "child", "Ben");
  server().clock.advance(dayMs);
  const tom = await signUp(server(), { name: "Tom Stone" });
  await invite(tom, "grandparent");
  await removePerson(server().world, nora.id);
  const phoneNumber = newPhoneNumber();
  await askForCode({ phoneNumber });
  server().clock.advance(minuteMs);
  await askForCode({ phoneNumber });
  await askForCode({ email: "eve@example.com" });

  const found = await figures();
  const today = server().clock.now().toISOString().slice(0, 10);
  expect(found.days).toHaveLength(14);
  expect(found.days.slice(0, 2)).toMatchObject([
    { day: today, people: counted(1), families: counted(1) },
    { people: counted(2), families: counted(1) },
  ]);
  expect(found).toMatchObject({
    openInvitations: counted(1),
    startedSignUps: counted(2),
    accountDeletions: counted(1),
  });
  expect(await printed()).toMatch(
    new RegExp(`${today} +1 +1\n.*Sign-ups under way +2\nAccounts about to be deleted +1\n`, "s"),
  );
});

test("what limits refused on all servers is counted for a day, kept for a week, and says nothing about anybody", async () => {
  expect((await figures()).limitHits).toEqual([]);
  const { phoneNumber } = await signUp(server());
  const guess = { username: phoneNumber, password: "not this one" };
  for (let tries = 0; tries < 4; tries += 1) await new Client(server().url).ask(login, { body: guess });
  const { databaseUrl } = server();
  const other = await startServer({ databaseUrl, limits: { requestsPerSession: 1 } });
  other.clock.advance(server().clock.now().getTime() - other.clock.now().getTime());
  const busy = new Client(other.url);
  for (const status of [401, 429, 429]) expect((await busy.ask(getFigures)).status).toBe(status);
  await other.stop();
  // A refusal in a transaction is counted, too, though nothing else of it is kept.
  const texted = newPhoneNumber();
  for (let codes = 0; codes < 3; codes += 1) {
    await askForCode({ phoneNumber: texted });
    server().clock.advance(5 * minuteMs);
  }
  await storeLimitHits(server().world);

  const calls = "Too much at once from one device, person or internet address";
  const passwords = "Wrong passwords for one account from one internet address in an hour";
  const texts = "Texts with codes and invitations to one number in a day";
  expect((await figures()).limitHits).toEqual([
    { limit: calls, refused: 2 },
    { limit: passwords, refused: 2 },
    { limit: texts, refused: 1 },
  ]);
  expect(await printed()).toContain(`${passwords}  `);
  const { kysely } = server().database;
  const stored = async () => (await kysely.selectFrom("limit_hits").select("name").execute()).length;
  server().clock.advance(dayMs);
  expect((await figures()).limitHits).toEqual([]);
  await deleteOldLimitHits(server().world);
  expect(await stored()).toBeGreaterThan(0);
  server().clock.advance(7 * dayMs);
  await deleteOldLimitHits(server().world);
  expect(await stored()).toBe(0);
});

test("no day is counted beyond 1,000", async () => {
  const now = server().clock.now();
  await sql`insert into people (username, created_at, named_at)
    select 'One of many', ${now}, ${now} from generate_series(1, 1001)`.execute(server().database.kysely);
  expect((await figures()).days[0]?.people).toEqual({ count: 1_000, hasMore: true });
  expect(await printed()).toContain("1,000 or more");
});
