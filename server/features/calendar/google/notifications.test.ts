import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { disconnectCalendar } from "#contract/calendar/google.ts";
import { Problem } from "#contract/problem.ts";
import { syncGoogleCalendars } from "#tests/support/due-work.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { addWatchRow, callAsGoogle, connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";

const server = useServer();

let anna: Person;
let account: ReturnType<typeof newAccount>;
/** The headers of a notification that Google sends. */
let known: Record<string, string>;

beforeEach(async () => {
  anna = await signUp(server());
  account = newAccount();
  account.calendars.clock = server().clock;
  await connectAs(anna, account.choice);
  known = await addWatchRow(server(), anna);
});

/** How often Google was asked for events, and once more if that is due within a second. */
async function reads(): Promise<number> {
  server().clock.advance(1_000);
  await syncGoogleCalendars(server().world);
  return account.calendars.asked.filter((path) => path.includes("/events?")).length;
}

const statusOf = async (headers: Record<string, string>, body?: string, to = server()) =>
  (await callAsGoogle(to, headers, body)).status;

describe("a notification that Google did not send", () => {
  it("is refused with what is wrong about it, and the calendar is not read", async () => {
    const { "x-goog-channel-id": id = "", "x-goog-channel-token": token = "" } = known;
    const before = await reads();
    const forged: [number, Record<string, string>][] = [
      [400, {}],
      [400, { "x-goog-channel-id": id }],
      [400, { "x-goog-channel-id": "a".repeat(10_000), "x-goog-channel-token": token }],
      [404, { "x-goog-channel-id": id, "x-goog-channel-token": `${token}a` }],
      [404, { "x-goog-channel-id": id, "x-goog-channel-token": id }],
      [404, { "x-goog-channel-id": "unknown", "x-goog-channel-token": token }],
      [404, { "x-goog-channel-id": "' or 1=1 --", "x-goog-channel-token": "\u00ff" }],
    ];
    for (const [status, headers] of forged) {
      const response = await callAsGoogle(server(), headers);
      expect(response.status).toBe(status);
      const { code, message } = Problem.parse(await response.json());
      expect(code).toBe(status === 400 ? "invalid" : "not-found");
      expect(message).toMatch(status === 400 ? /X-Goog-Channel-(ID|Token)/ : /notification channel/);
    }
    expect(await reads()).toBe(before);
    expect(await statusOf(known)).toBe(204);
    expect(await reads()).toBe(before + 1);
  });

  it("changes nothing by what it has for a body", async () => {
    for (const body of ["", "{", '{"__proto__":{}}', "x".repeat(1_000_000)]) {
      expect(await statusOf(known, body)).toBe(204);
      expect(await statusOf({ ...known, "content-type": "text/plain" }, body)).toBe(204);
      expect(await statusOf({}, body)).toBe(400);
    }
  });

  it("is refused when there are too many of them, while those of Google still arrive", async () => {
    const { databaseUrl } = server();
    const strict = await startServer({ databaseUrl, limits: { requestsPerSession: 3 } });
    onTestFinished(() => strict.stop());
    const forged = { ...known, "x-goog-channel-token": "made up" };
    for (const status of [404, 404, 404, 429]) expect(await statusOf(forged, "", strict)).toBe(status);
    for (const status of [204, 204, 204, 429]) expect(await statusOf(known, "", strict)).toBe(status);
    const other = await addWatchRow(server(), anna);
    expect(await statusOf(other, "", strict)).toBe(204);
  });
});

it("a notification about a watch that nobody has anymore is not found, and nothing is read or written", async () => {
  await anna.client.call(disconnectCalendar);
  const before = await reads();
  expect(await statusOf(known)).toBe(404);
  expect(await reads()).toBe(before);
  const rows = server().database.kysely.selectFrom("google_watches").selectAll();
  expect(await rows.where("family_id", "=", anna.familyId).execute()).toEqual([]);
});
