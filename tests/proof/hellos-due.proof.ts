import { expect, test } from "vitest";
import { withDatabase } from "#bench/processes/porchlight.ts";
import { inLong } from "#tests/support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { countBy } from "./ledger.ts";
import { useDeployment } from "./outside/deployment.ts";
import { Family, helpMessages, type SentRequest, step } from "./outside/family.ts";

const deployment = useDeployment();

const hellos = inLong(10_000, 1_000);
const requests = inLong(20, 5);
/** The server and this process, which plays the providers, send and receive hellos with the same cores. */
const maxRatio = 3;
/** The families with a number from here on say hello, and those before it ask for help. */
const firstGiving = 100;
const familySize = 7;

/** A zone in which it is noon now, because messages about hellos are only sent by day. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The signs of these names are the other way round.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** In each family that says hello, the admin has a phone for push messages, and an address for e-mails already. */
async function prepare(): Promise<void> {
  const { endpoint, keys } = deployment.providers.subscriptionOf(0);
  await withDatabase(deployment.folder, async (client) => {
    await client.query("update families set time_zone = $1", [zoneAtNoon()]);
    await client.query(
      `insert into push_subscriptions (endpoint, person_id, session_id, p256dh, auth, created_at)
      select $1 || person_id, person_id, id, $2, $3, now() from sessions
      where family_id > $4 and person_id % ${familySize} = 2`,
      [endpoint.slice(0, -1), keys.p256dh, keys.auth, firstGiving],
    );
  });
}

/** The pushes and e-mails about this many hellos are due at once. */
async function giveHellos(count: number): Promise<void> {
  await withDatabase(deployment.folder, (client) =>
    client.query(
      `with given as (
        insert into hellos (family_id, given_by, idempotency_key, at, check_at)
        select family, (family - 1) * ${familySize} + 1, 'hello ' || n, now(), now() + interval '90 days'
        from generate_series(1, $1::integer) as n,
          lateral (select $2::integer + 1 + n % (400 - $2::integer) as family) as of
        returning family_id, id
      )
      insert into messages (kind, about, is_urgent, subject_id, family_id, person_id, channel, created_at, due_at)
      select 'hello', '', false, id, family_id, (family_id - 1) * ${familySize} + 2, channel, now(), now()
      from given, unnest(array['push', 'email']) as channel`,
      [count, firstGiving],
    ),
  );
}

const countWaiting = (): Promise<number> =>
  countBy(
    deployment.folder,
    "select count(*)::integer as count from messages where kind = 'hello' and state = 'WAITING'",
  );

const firstMessage = (request: SentRequest) => helpMessages(deployment.providers, request).at(0);

/** From each request until its first message has arrived, in milliseconds. */
async function ask(families: readonly Family[]): Promise<number[]> {
  const times: number[] = [];
  for (const family of families) {
    const request = await family.ask(deployment.port());
    await expect.poll(() => firstMessage(request), { interval: 10 }).toBeDefined();
    times.push((firstMessage(request)?.at ?? Number.NaN) - request.askedAt);
  }
  return times.sort((one, other) => one - other);
}

test(`with ${hellos} hellos' pushes and e-mails due, a request's first message waits for none of them`, async () => {
  const families = Array.from({ length: 2 * requests + 1 }, (_, number) => new Family(number));
  for (const family of families) {
    await family.subscribe(deployment.port(), deployment.providers);
    await family.plan(deployment.port(), [step(0, "push")]);
  }
  await prepare();
  // The first request includes loading and compiling code.
  await ask(families.slice(0, 1));
  const quiet = await ask(families.slice(1, requests + 1));
  await giveHellos(hellos);
  const givenAt = performance.now();
  const sent = () => deployment.providers.received.filter(({ words }) => words.includes("says hello"));
  await expect.poll(() => sent().length).toBeGreaterThan(0);
  const busy = await ask(families.slice(requests + 1));
  const waiting = await countWaiting();
  const middle = Math.floor(requests / 2);
  const [without = Number.NaN, withHellos = Number.NaN] = [quiet[middle], busy[middle]];
  expect(waiting, "there was something to wait for").toBeGreaterThan(0);
  await expect.poll(countWaiting, { timeout: 600_000, interval: 500 }).toBe(0);
  print("hellos due", {
    "p50 without (ms)": without,
    "with (ms)": withHellos,
    "slowest without (ms)": quiet.at(-1) ?? Number.NaN,
    "slowest with (ms)": busy.at(-1) ?? Number.NaN,
    "still waiting then": waiting,
    "all hellos sent after (s)": secondsSince(givenAt),
  });
  expect(withHellos / without).toBeLessThan(maxRatio);
  expect(new Set(sent().map(({ channel }) => channel))).toEqual(new Set(["push", "email"]));
});
