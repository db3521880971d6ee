// Our published calendars in other people's programs, and their calendars in ours.
import { beforeAll, expect, it } from "vitest";
import { changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { makeCalendarAddress } from "#contract/calendar/published.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { pathOf } from "./support/calendar-app.ts";
import { describeWithPrograms, useRadicale, useWorkspace } from "./support/calendar-programs.ts";
import { daysOf, dentist, plan } from "./support/events.ts";
import { calendarFile } from "./support/feed-server.ts";
import { type Person, signUp } from "./support/people.ts";
import { useServer } from "./support/server.ts";

// Today is Friday, 2026-11-20, and the family lives in New York: its clocks change on November 1 and on March 14.
const server = useServer();
const workspace = useWorkspace();

/** "Dentist | 2026-11-24T10:00 | 2026-11-24T11:00 | Mill Street" for each event in the range. */
async function shown(person: Person, from: string, to: string): Promise<string[]> {
  const parts = await daysOf(person, from, to);
  const whole = parts.map(({ title, startDate, endDate, location }) =>
    [title, startDate, endDate, location].join(" | "),
  );
  return [...new Set(whole)].sort();
}

const addressOf = async ({ client }: Person): Promise<string> =>
  server().url + pathOf((await client.call(makeCalendarAddress)).url);

let lastPair = 0;

/** Copies the calendar at an address to another kind of storage with vdirsyncer. */
async function copy(url: string, to: readonly string[]): Promise<void> {
  lastPair += 1;
  const config = await workspace().write(`vdirsyncer-${lastPair}`, [
    ...["[general]", `status_path = "${await workspace().folderFor(`status-${lastPair}`)}"`],
    ...["[pair both]", 'a = "ours"', 'b = "theirs"', "collections = null"],
    ...["[storage ours]", 'type = "http"', `url = "${url}"`, "[storage theirs]", ...to],
  ]);
  await workspace().run("vdirsyncer", "-c", config, "discover");
  await workspace().run("vdirsyncer", "-c", config, "sync");
}

async function khalShows(folder: string, from: string, days: number): Promise<string[]> {
  const formats = ["date", "longdate"].map((name) => `${name}format = %Y-%m-%d`);
  const times = ["datetime", "longdatetime"].map((name) => `${name}format = %Y-%m-%dT%H:%M`);
  const zones = ["local", "default"].map((name) => `${name}_timezone = America/New_York`);
  const config = await workspace().write("khal", [
    "[calendars]",
    "[[family]]",
    `path = ${folder}`,
    "type = calendar",
    "[sqlite]",
    `path = ${folder}.db`,
    ...["[locale]", "timeformat = %H:%M", ...formats, ...times, ...zones],
  ]);
  const format = "{title} | {start-long-full} | {end-long-full} | {location}";
  const layout = ["--day-format", "", "--format", format];
  const text = await workspace().run("khal", "-c", config, "list", ...layout, from, `${days}d`);
  return [...new Set(text.split("\n").filter(Boolean))].sort();
}

/** Plans events that are hard to get right: special characters, nights, exceptions, whole days. */
async function planMuch(anna: Person): Promise<void> {
  await plan(anna, { title: "Tea, cake; and \\ more", location: "Café Zoë, 日本橋 😀" });
  await plan(anna, {
    title: "Night nurse",
    startDate: "2026-10-25T22:00",
    endDate: "2026-10-26T06:00",
    recurrence: "FREQ=WEEKLY;BYDAY=SA,SU",
  });
  const swim = { title: "Swimming", startDate: "2026-10-20T16:30", endDate: "2026-10-20T17:15" };
  const { id } = await plan(anna, { ...swim, recurrence: "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261215" });
  await anna.client.call(deleteManualEvent, { params: { id }, query: { occurrence: "2026-11-24T16:30" } });
  await anna.client.call(changeManualEvent, {
    params: { id },
    query: { occurrence: "2026-11-26T16:30" },
    body: { ...dentist, title: "Swimming race", startDate: "2026-11-28T09:00", endDate: "2026-11-28T12:00" },
  });
  await plan(anna, {
    title: "Grandma visits",
    startDate: "2026-11-21T00:00",
    endDate: "2026-11-23T00:00",
    allDay: true,
  });
  await plan(anna, {
    title: "Bins",
    startDate: "2026-10-22T00:00",
    endDate: "2026-10-22T00:00",
    allDay: true,
    recurrence: "FREQ=DAILY;INTERVAL=3",
  });
}

/** Creates a calendar in Radicale, empty or with the given content. */
async function collectionIn(radicale: string, name: string, text?: string): Promise<string> {
  const url = `${radicale}/${name}/calendar/`;
  await fetch(`${radicale}/${name}/`, { method: "MKCOL" });
  const made = text === undefined ? { method: "MKCALENDAR" } : { method: "PUT", body: text };
  const { status } = await fetch(url, { ...made, headers: { "content-type": "text/calendar" } });
  expect(status).toBe(201);
  return url;
}

const subscribe = ({ client }: Person, calendarUrl: string) => {
  const switches = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
  return client.call(changeCalendarSettings, { body: { ...switches, calendarUrl } });
};

describeWithPrograms("other people's programs", () => {
  const radicale = useRadicale(workspace);
  let anna: Person;
  let address: string;

  beforeAll(async () => {
    anna = await signUp(server());
    await planMuch(anna);
    address = await addressOf(anna);
  });

  it("khal shows the same events as the family's day, over both clock changes", {
    timeout: 120_000,
  }, async () => {
    const folder = await workspace().folderFor("files");
    await copy(address, ['type = "filesystem"', `path = "${folder}"`, 'fileext = ".ics"']);
    for (const [from, to] of [
      ["2026-10-20", "2026-11-29"],
      ["2027-03-01", "2027-04-10"],
    ] as const) {
      expect(await khalShows(folder, from, 41)).toEqual(await shown(anna, from, to));
    }
  });

  it.each(["apple", "google"])(
    "what a family plans, and subscribes to in %s's format, comes back from Radicale unchanged",
    { timeout: 120_000 },
    async (words) => {
      await subscribe(anna, await collectionIn(radicale(), words, calendarFile(words)));
      const theirs = await collectionIn(radicale(), `from-${words}`);
      await copy(address, ['type = "caldav"', `url = "${theirs}"`]);
      const carla = await signUp(server());
      await subscribe(carla, theirs);
      const days = ["2026-11-20", "2026-12-31"] as const;
      const sources = new Set((await daysOf(anna, ...days)).map(({ source }) => source));
      expect([...sources].sort()).toEqual(["feed", "manual"]);
      expect(await shown(carla, ...days)).toEqual(await shown(anna, ...days));
    },
  );
});
