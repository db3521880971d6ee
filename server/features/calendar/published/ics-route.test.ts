// The calendar over HTTP, as apps fetch it.
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { chooseCategories } from "#contract/calendar/published.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { eventsOf, fetchCalendar, propertyOf, readCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { dentist, plan } from "#tests/support/events.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

async function subscribed() {
  const anna = await signUp(server());
  const event = await plan(anna);
  const path = await subscribe(anna);
  return { anna, event, path, ask: (init: RequestInit = {}) => fetchCalendar(server(), path, init) };
}

const tagOf = (response: Response) => response.headers.get("etag") ?? "";
const rename = ({ client }: Person, id: number, title: string) =>
  client.call(changeManualEvent, { params: { id }, body: { ...dentist, title } });

describe("the published calendar", () => {
  it("is a calendar, cacheable only by the app itself, and hidden from search engines", async () => {
    const { headers, status } = await (await subscribed()).ask();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-cache",
      "x-robots-tag": "noindex",
      vary: "accept-encoding",
    });
    expect(headers.getSetCookie()).toEqual([]);
  });

  it("is compressed for clients that accept it, and plain for others, with the same content", async () => {
    const { ask, path } = await subscribed();
    const zipped = await server().app.inject({ url: path, headers: { "accept-encoding": "gzip, br" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    const plain = await server().app.inject({ url: path, headers: { "accept-encoding": "gzip;q=0" } });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.payload);
    expect(await (await ask()).text()).toBe(plain.payload);
  });

  it.each([".", ")", ">", "%E2%80%8B", "%22", ",", "%20"])(
    "is found when its address was copied with %s",
    async (sign) => {
      const { path } = await subscribed();
      expect((await fetchCalendar(server(), path + sign)).status).toBe(200);
    },
  );

  it("is sent without its body for HEAD", async () => {
    const { ask } = await subscribed();
    const [head, whole] = [await ask({ method: "HEAD" }), await ask()];
    expect(head.status).toBe(200);
    expect(tagOf(head)).toBe(tagOf(whole));
    expect(await head.text()).toBe("");
  });

  it("refuses writes", async () => {
    const { ask } = await subscribed();
    for (const method of ["POST", "PUT", "DELETE", "PROPFIND"])
      expect((await ask({ method })).status).toBe(404);
  });
});

describe("an app that fetches again", () => {
  it("is told that nothing has changed, by ETag or by date", async () => {
    const { ask } = await subscribed();
    const first = await ask();
    const since = first.headers.get("last-modified") ?? "";
    const known: Record<string, string>[] = [
      { "if-none-match": tagOf(first) },
      { "if-none-match": `"other", ${tagOf(first)}` },
      { "if-modified-since": since },
    ];
    for (const headers of known) {
      const again = await ask({ headers });
      expect([again.status, await again.text(), tagOf(again)]).toEqual([304, "", tagOf(first)]);
    }
  });

  it("gets the calendar again after a day without changes only if something has changed", async () => {
    const { ask } = await subscribed();
    const first = await ask();
    server().clock.advance(dayMs);
    expect((await ask({ headers: { "if-none-match": tagOf(first) } })).status).toBe(304);
  });

  it("gets the calendar again once an event is added, changed or deleted, or the family is renamed", async () => {
    const { anna, event, ask } = await subscribed();
    const changes: (() => Promise<unknown>)[] = [
      () => plan(anna, { title: "Piano" }),
      () => rename(anna, event.id, "Dentist with Ben"),
      () => anna.client.call(deleteManualEvent, { params: { id: event.id } }),
      () => anna.client.call(changeFamily, { body: { name: "The Reyes of Mill Street" } }),
      () => anna.client.call(chooseCategories, { body: { categories: ["kids"] } }),
    ];
    let last = await ask();
    for (const change of changes) {
      server().clock.advance(minuteMs);
      await change();
      const headers = {
        "if-none-match": tagOf(last),
        "if-modified-since": last.headers.get("last-modified") ?? "",
      };
      const next = await ask({ headers });
      expect(next.status).toBe(200);
      expect(Date.parse(next.headers.get("last-modified") ?? "")).toBeGreaterThan(
        Date.parse(last.headers.get("last-modified") ?? ""),
      );
      last = next;
    }
  });
});

describe("a published event", () => {
  it("keeps its UID, and counts its revisions", async () => {
    const { anna, event, path } = await subscribed();
    const versionFields = async () => {
      const [one] = eventsOf(await readCalendar(server(), path)).map((found) =>
        ["uid", "sequence", "last-modified", "dtstamp"].map((name) => propertyOf(found, name)),
      );
      return one ?? [];
    };
    const [uid, sequence, modified = "", stamp] = await versionFields();
    expect(uid).toBe(`event-${anna.familyId}-${event.id}@localhost`);
    expect(await versionFields()).toEqual([uid, sequence, modified, stamp]);
    server().clock.advance(minuteMs);
    await rename(anna, event.id, "Dentist with Ben");
    const [sameUid, nextSequence, nextModified = ""] = await versionFields();
    expect(sameUid).toBe(uid);
    expect(Number(nextSequence)).toBe(Number(sequence) + 1);
    expect(Date.parse(nextModified)).toBe(Date.parse(modified) + minuteMs);
  });

  it("stays for a year after its end, and no longer", async () => {
    const { path } = await subscribed();
    const count = async () => eventsOf(await readCalendar(server(), path)).length;
    const days = (many: number) => server().clock.advance(many * dayMs);
    days(365);
    expect(await count()).toBe(1);
    days(10);
    expect(await count()).toBe(0);
    days(-375);
  });
});

/** Inserted by SQL, because the API would take a while. */
async function planThousands({ familyId: family_id }: Person, count: number): Promise<void> {
  const { kysely } = server().database;
  await sql`insert into manual_events (family_id, title, location, starts_on_clock, ends_on_clock, expanded_until)
    select ${family_id}, 'Event ' || number, 'Mill Street 4', '2026-12-01 10:00', '2026-12-01 11:00', 'infinity'
    from generate_series(1, ${count}::int) as number`.execute(kysely);
  await sql`insert into manual_event_occurrences
    select family_id, id, starts_on_clock, ends_on_clock from manual_events where family_id = ${family_id}
    on conflict do nothing`.execute(kysely);
}

it("5,000 events are written in slices, and others get their answers meanwhile", {
  tags: "extended",
}, async () => {
  const { anna, ask } = await subscribed();
  await planThousands(anna, 5_000);
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  const text = await (await ask()).text();
  clearInterval(others);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(5_001);
  expect(turns).toBeGreaterThan(10);
});
