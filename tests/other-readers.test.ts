// Reads all feeds with two independent parsers. Where they disagree with us, docs/contribute/calendar-habits.md says who
// is right and why.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RRuleTemporal } from "rrule-temporal";
import { describe, expect, it } from "vitest";
import { clockOf, repetitionsWithStart } from "#server/features/calendar/recurrence/repetitions.ts";
import { ruleOf } from "#server/features/calendar/recurrence/rules.ts";
import { describeWithPrograms, useWorkspace } from "./support/calendar-programs.ts";
import { feedText, shown } from "./support/parsed-feed.ts";

const folder = join(import.meta.dirname, "feeds");
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".txt"))
  .map((file) => file.replace(/\.txt$/, ""))
  .sort();

const linesOf = (name: string): string =>
  feedText(name)
    .replace(/^\ufeff/gm, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .replace(/ +$/gm, "");
const blocksIn = (text: string, component: string): string[] =>
  text.match(new RegExp(`^BEGIN:${component}\\n[^]*?^END:${component}$`, "gim")) ?? [];

describeWithPrograms("khal", () => {
  const workspace = useWorkspace();

  /** khal exits at a rule that it cannot read, so these feeds are left out. */
  const tooMuch = ["broken/untidy", "habits/iso-times", "habits/rules-with-gaps", "habits/unreadable"];
  const read = names.filter((name) => !tooMuch.includes(name));
  const idOf = (name: string) => name.replace("/", "-");

  /** khal wants a separate file for each UID. */
  async function writeCalendar(name: string): Promise<string[]> {
    const text = linesOf(name);
    const path = await workspace().folderFor(idOf(name));
    const events = Map.groupBy(blocksIn(text, "VEVENT"), (event) => /^UID:.*$/im.exec(event)?.[0] ?? event);
    for (const [at, group] of [...events.values()].entries()) {
      const parts = ["BEGIN:VCALENDAR", "VERSION:2.0", ...blocksIn(text, "VTIMEZONE"), ...group];
      await workspace().write(`${idOf(name)}/${at}.ics`, [...parts, "END:VCALENDAR"].join("\n").split("\n"));
    }
    return [`[[${idOf(name)}]]`, `path = ${path}`, "type = calendar"];
  }

  /** Lines such as "2026-12-01 10:00 Bridge" for each feed. All-day events start at midnight. */
  async function khalShows(): Promise<Map<string, Set<string>>> {
    const calendars = [];
    for (const name of read) calendars.push(...(await writeCalendar(name)));
    const formats = ["datetime", "longdatetime"].map((name) => `${name}format = %Y-%m-%d %H:%M`);
    const zones = ["local", "default"].map((name) => `${name}_timezone = America/New_York`);
    const config = await workspace().write("khal", [
      ...["[calendars]", ...calendars, "[sqlite]", `path = ${workspace().path("khal.db")}`],
      ...["[locale]", "timeformat = %H:%M", "dateformat = %Y-%m-%d", "longdateformat = %Y-%m-%d"],
      ...[...formats, ...zones],
    ]);
    const layout = ["--day-format", "", "--format", "{calendar} | {start-long-full} {title}"];
    const text = await workspace().run("khal", "-c", config, "list", ...layout, "2026-11-13", "98d");
    const found = new Map<string, Set<string>>(read.map((name) => [idOf(name), new Set()]));
    for (const line of text.split("\n").filter(Boolean)) {
      const [calendar = "", ...event] = line.split(" | ");
      found.get(calendar)?.add(event.join(" | "));
    }
    return found;
  }

  const startOf = (line: string): string =>
    line
      .replace(/^(\S+) to \S+ /, "$1 00:00 ")
      .replace(/^(\S+ \S+) - (?:\d{4}-\d\d-\d\d )?\d\d:\d\d /, "$1 ")
      .replace(/ @ .*$/, "");

  it("differs from us only where docs/contribute/calendar-habits.md says so", {
    timeout: 120_000,
  }, async () => {
    const theirs = await khalShows();
    const differences = [];
    for (const name of read) {
      const ours = new Set((await shown(feedText(name))).map(startOf));
      const khals = theirs.get(idOf(name)) ?? new Set<string>();
      const lines = [
        ...[...ours.difference(khals)].map((line) => `  only we    ${line}`),
        ...[...khals.difference(ours)].map((line) => `  only khal  ${line}`),
      ];
      if (lines.length > 0) differences.push(`${name}:`, ...lines.sort());
    }
    expect(`${differences.join("\n")}\n`).toBe(readFileSync(join(folder, "khal.differences"), "utf8"));
  });
});

describe("rrule-temporal", () => {
  interface Written {
    readonly name: string;
    readonly start: string;
    readonly timeZone: string;
    readonly rule: string;
  }

  /** Events whose start and rule follow RFC 5545. The library can't handle the others. */
  function rulesIn(name: string): Written[] {
    return blocksIn(linesOf(name), "VEVENT").flatMap((event) => {
      const [, zone, day, time = "000000", utc] =
        /^DTSTART(?:;VALUE=DATE|;TZID=([A-Z]\w+\/\w+))?:(\d{8})(?:T(\d{6}))?(Z?)$/m.exec(event) ?? [];
      const [, rule] =
        /^RRULE:(FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;[A-Z]+=[\w,+-]+)*)$/m.exec(event) ?? [];
      if (!day || !rule || /COUNT=-|INTERVAL=0/.test(rule)) return [];
      const start = Temporal.PlainDateTime.from(`${day}T${time}`).toString({ smallestUnit: "second" });
      return [{ name, start, timeZone: utc ? "UTC" : (zone ?? "America/New_York"), rule }];
    });
  }

  const written = names.flatMap(rulesIn);
  const window = { from: "2026-11-13T00:00:00", before: "2027-02-19T00:00:00" };

  function oursOf({ start, timeZone, rule }: Written): number[] {
    const clock = clockOf(timeZone);
    return [...repetitionsWithStart({ rule: ruleOf(rule), start, clock }, window)].map(clock);
  }

  function theirsOf({ start, timeZone, rule }: Written): number[] {
    const [dtstart, from, to] = [start, window.from, window.before].map((time) =>
      Temporal.PlainDateTime.from(time).toZonedDateTime(timeZone),
    );
    if (!dtstart || !from || !to) return [];
    const series = new RRuleTemporal({ rruleString: rule, dtstart, includeDtstart: true });
    return series
      .between(from, to.subtract({ seconds: 1 }), true)
      .map(({ epochMilliseconds }) => epochMilliseconds);
  }

  it("expands each rule in our feeds as we do", () => {
    expect(written.length).toBeGreaterThan(20);
    const differing = written.filter((each) => oursOf(each).join() !== theirsOf(each).join());
    expect(differing.map(({ name, rule }) => `${name} ${rule}`)).toEqual([]);
  });
});
