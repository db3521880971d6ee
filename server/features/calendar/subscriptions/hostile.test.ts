// Malicious calendars: each is refused with a plain reason or cut off, in the parser's own process.
import { describe, expect, test } from "vitest";
import { calendar, calendarFile } from "#tests/support/feed-server.ts";
import { inLong } from "#tests/support/long-form.ts";
import { parse, shown } from "#tests/support/parsed-feed.ts";
import { calendarText } from "./fetcher.ts";

const complicated = "This calendar is too complicated for us to read.";
const limits = { parseMs: 50_000, parseMegabytes: 128 };
const short = { ...limits, parseMs: 600 };
/** Long enough for a good calendar on a busy machine. */
const medium = { ...limits, parseMs: 1_000 };

describe("the parser process is stopped", () => {
  test("when it reads an endless time zone", { tags: "extended" }, async () => {
    await expect(parse(calendarFile("hostile/endless-zone"), undefined, short)).rejects.toThrow(complicated);
  });

  test("when it needs too much memory", async () => {
    const many = Array.from(
      { length: 4_000 },
      (_, day) => ["x".repeat(300), `:2026${String((day % 12) + 1).padStart(2, "0")}01T000000Z`] as const,
    );
    await expect(parse(calendar(...many), undefined, { ...limits, parseMegabytes: 8 })).rejects.toThrow(
      complicated,
    );
  });

  test("while another family's calendar is parsed", { tags: "extended" }, async () => {
    // Uses a running process, so that its start does not count.
    await parse(calendarFile("google"));
    const endless = parse(calendarFile("hostile/endless-zone"), undefined, medium);
    const stopped = expect(endless).rejects.toThrow(complicated);
    const order: string[] = [];
    await Promise.all([
      stopped.then(() => order.push("endless")),
      parse(calendarFile("google")).then(() => order.push("google")),
    ]);
    expect(order).toEqual(["google", "endless"]);
  });
});

describe("one calendar does not affect the next", () => {
  test("with a time zone of the same name", async () => {
    const inZone = ["Tea", ";TZID=Home:20261120T150000"] as const;
    const zone = ["BEGIN:VTIMEZONE", "TZID:Home", "BEGIN:STANDARD", "DTSTART:19700101T000000"];
    const offsets = ["TZOFFSETFROM:+0500", "TZOFFSETTO:+0500", "END:STANDARD", "END:VTIMEZONE"];
    const defined = calendar(inZone).replace(
      "BEGIN:VEVENT",
      [...zone, ...offsets, "BEGIN:VEVENT"].join("\r\n"),
    );
    expect(await shown(defined)).toEqual(["2026-11-20 05:00 - 05:00 Tea"]);
    expect(await shown(calendar(inZone))).toEqual(["2026-11-20 15:00 - 15:00 Tea"]);
  });

  test("after it has crashed the process", { tags: "extended" }, async () => {
    for (const text of [calendarFile("hostile/endless-zone"), calendarFile("hostile/endless-zone")])
      await expect(parse(text, undefined, medium)).rejects.toThrow(complicated);
    expect(await parse(calendarFile("google"), undefined, medium)).toMatchObject({ kind: "calendar" });
  });
});

describe("excessive content is cut off or refused", { timeout: 60_000 }, () => {
  test("a rule that never matches leaves only the start", async () => {
    expect(await shown(calendarFile("hostile/never"))).toEqual(["2026-11-20 10:00 - 10:00 February 30"]);
  });

  test("an event has at most 500 occurrences", async () => {
    const parsed = await parse(calendarFile("hostile/every-second"));
    expect(parsed).toMatchObject({ kind: "calendar", events: { length: 500 } });
  });

  test("5,000 events are accepted, 5,001 are too many", { tags: "extended" }, async () => {
    const events = (count: number) =>
      calendar(...Array.from({ length: count }, (_, at) => [`${at}`, ":20261120T150000Z"] as const));
    expect(await parse(events(5_000))).toMatchObject({ events: { length: 5_000 } });
    expect(await parse(events(5_001))).toEqual({ kind: "too-big" });
  });

  test("more than 5,000 occurrences of all events together are too many", { tags: "extended" }, async () => {
    const daily = Array.from(
      { length: 60 },
      (_, at) => [`${at}`, ":20261101T150000Z", "RRULE:FREQ=DAILY"] as const,
    );
    expect(await parse(calendar(...daily))).toEqual({ kind: "too-big" });
  });

  test("as many extra dates as fit into a feed", { tags: "extended" }, async () => {
    const dates = Array.from({ length: 110_000 }, (_, at) => {
      const day = Temporal.PlainDate.from("2026-11-20").add({ days: at % 90 });
      return `${day.toString().replaceAll("-", "")}T${String(at % 24).padStart(2, "0")}0000Z`;
    });
    const text = calendar(["Dates", ":20261120T150000Z", `RDATE:${dates.join(",")}`]);
    const parsed = await parse(text).catch((error) => error.message);
    if (typeof parsed === "string") expect(parsed).toBe(complicated);
    else expect(parsed.events.length).toBeLessThanOrEqual(500);
  });

  test.each([
    ["BYSECOND", `RRULE:FREQ=YEARLY;BYSECOND=${Array.from({ length: 60 }, (_, at) => at)}`],
    ["BYMINUTE", `RRULE:FREQ=SECONDLY;BYMINUTE=${Array.from({ length: 60 }, (_, at) => at)}`],
    ["BYSETPOS", "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366"],
    ["INTERVAL", "RRULE:FREQ=YEARLY;INTERVAL=2147483647"],
    ["INTERVAL of 0", "RRULE:FREQ=DAILY;INTERVAL=0"],
    ["COUNT", "RRULE:FREQ=SECONDLY;COUNT=99999999999999999999"],
    ["UNTIL", "RRULE:FREQ=MINUTELY;UNTIL=99991231T235959Z"],
    ["every part at once", "RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31;BYDAY=5MO;BYHOUR=25;BYSETPOS=367"],
  ])("a rule with an odd %s is cut off, ignored or refused in time", async (_part, rule) => {
    const text = calendar(["Bomb", ":20261120T150000Z", rule], ["Good", ":20261121T150000Z"]);
    const parsed = await parse(text, undefined, short).catch((error) => error.message);
    if (typeof parsed === "string") expect(parsed).toBe(complicated);
    else expect(parsed.events.filter(({ title }: { title: string }) => title === "Good").length).toBe(1);
  });
});

describe("abnormal structures", { timeout: 60_000 }, () => {
  const good = ["Good", ":20261121T150000Z"] as const;
  const goodLine = "2026-11-21 10:00 - 10:00 Good";

  test("a hundred thousand nested components", { tags: "extended" }, async () => {
    const deep = `${"BEGIN:VEVENT\r\n".repeat(50_000)}${"END:VEVENT\r\n".repeat(50_000)}`;
    const text = calendar(good).replace("END:VCALENDAR", `${deep}END:VCALENDAR`);
    expect(await shown(text)).toEqual([goodLine]);
    const left = calendar(good).replace(
      "END:VCALENDAR",
      `${"BEGIN:VEVENT\r\n".repeat(100_000)}END:VCALENDAR`,
    );
    expect(await shown(left)).toEqual([goodLine]);
  });

  // The fetch limit is 2 MB. The long form goes beyond it.
  test("a line of millions of characters, in one piece or in a million", {
    tags: "extended",
    timeout: 240_000,
  }, async () => {
    const long = "x".repeat(inLong(5_000_000, 2_000_000));
    const titled = (title: string) => calendar(["Long", ":20261120T150000Z", `LOCATION:${title}`], good);
    expect(await shown(titled(long))).toEqual([
      `2026-11-20 10:00 - 10:00 Long @ ${"x".repeat(199)}…`,
      goodLine,
    ]);
    expect(await shown(titled("x\r\n ".repeat(inLong(1_000_000, 500_000))))).toHaveLength(2);
    expect(await shown(titled(`${" ".repeat(2_000_000)}x`))).toHaveLength(2);
    expect(
      await shown(calendar(good, ["Odd", `;${"A=B;".repeat(inLong(300_000, 100_000))}X=Y:20261120T150000Z`])),
    ).toContain(goodLine);
  });

  test("names that are special in JavaScript", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const odd = names.flatMap((name) => [
      [name, `;TZID=${name}:20261122T150000`, `LOCATION:${name}`, `${name.toUpperCase()}:1`] as const,
      [`${name}!`, `;${name}=1;VALUE=${name}:20261122T150000Z`, `RRULE:FREQ=${name}`] as const,
    ]);
    const text = calendar(good, ...odd);
    const lines = await shown(text);
    expect(lines).toContain(goodLine);
    for (const name of names) expect(lines).toContain(`2026-11-22 15:00 - 15:00 ${name} @ ${name}`);
    const before = Object.getOwnPropertyNames(Object.prototype);
    const parsed = JSON.parse(JSON.stringify(await parse(text)));
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });
});

describe("text stays text", () => {
  test("only the words of HTML are left, and characters that change the text direction are removed", async () => {
    const parsed = await parse(calendarFile("hostile/words"));
    expect(parsed).toMatchObject({ name: "" });
    expect(parsed).toMatchObject({
      events: [{ title: '& "quotes"', location: "here", description: "" }, { title: "Agnp.exe and more" }],
    });
  });

  test("long text is cut off, and control characters become spaces", async () => {
    const text = calendar([
      "a",
      ":20261120T150000Z",
      `SUMMARY:${"é".repeat(300)}`,
      "LOCATION:a\u0000b\u0007c\\nd",
      `DESCRIPTION:${"word ".repeat(200)}`,
    ]);
    const parsed = await parse(text.replace("SUMMARY:a\r\n", ""));
    expect(parsed).toMatchObject({ events: [{ location: "a b c d", title: `${"é".repeat(199)}…` }] });
    expect(parsed).toMatchObject({ events: [{ description: expect.stringMatching(/^(word ){99}word…$/) }] });
  });

  test.each([
    ["fields that never close", `<html>${"<input".repeat(350_000)}`],
    ["spaces", `<html>${" ".repeat(2_000_000)}`],
    ["fields", `<html>${'<input type = "x" '.repeat(110_000)}`],
    ["bytes that are not text", `<html>${"\u0080".repeat(2_000_000)}`],
  ])("a page of two million %s does not block the server", (_what, page) => {
    const bytes = Buffer.from(page, "latin1");
    const address = new URL("https://example.com/feed.ics");
    const before = process.threadCpuUsage();
    const read = () =>
      calendarText({ bytes, address, contentType: "text/html", etag: null, lastModified: null });
    expect(read).toThrow("This is not a calendar.");
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
