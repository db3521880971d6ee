import { describe, expect, test } from "vitest";
import { checkAddress, feedAddresses } from "./address.ts";

const ical = (id: string) =>
  `https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`;
const id = "c_4f2a@group.calendar.google.com";

describe("the address that is fetched", () => {
  test.each([
    ["https://example.com/feed.ics", "https://example.com/feed.ics"],
    ["  http://example.com/feed  ", "http://example.com/feed"],
    ["webcal://p12-caldav.icloud.com/published/2/abc", "https://p12-caldav.icloud.com/published/2/abc"],
    ["WEBCALS://example.com/feed.ics", "https://example.com/feed.ics"],
    [
      `https://calendar.google.com/calendar/embed?src=${encodeURIComponent(id)}&ctz=America%2FNew_York`,
      ical(id),
    ],
    [`https://calendar.google.com/calendar/u/0/embed?height=600&src=${encodeURIComponent(id)}`, ical(id)],
    [
      `https://calendar.google.com/calendar/embed?src=${Buffer.from("rose@gmail.com").toString("base64url")}`,
      ical("rose@gmail.com"),
    ],
    ["https://www.google.com/calendar/embed?src=rose%40gmail.com", ical("rose@gmail.com")],
    [`https://calendar.google.com/calendar/u/0?cid=${Buffer.from(id).toString("base64url")}`, ical(id)],
    [
      `https://calendar.google.com/calendar/u/1/r?cid=${encodeURIComponent("en.usa#holiday@group.v.calendar.google.com")}`,
      ical("en.usa#holiday@group.v.calendar.google.com"),
    ],
    [
      "https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fexample.com%2Ftown.ics",
      "https://example.com/town.ics",
    ],
    [`${ical(id).replace("/public/", "/private-0a1b2c/")}`, ical(id).replace("/public/", "/private-0a1b2c/")],
    [
      "https://google.com.example.com/calendar/embed?src=x",
      "https://google.com.example.com/calendar/embed?src=x",
    ],
  ])("for %s", (typed, read) => {
    expect(feedAddresses(typed).map(String)).toEqual([read]);
  });

  test("for a page with several calendars: each of them, once", () => {
    const sources = ["rose@gmail.com", id, "rose@gmail.com"].map((src) => `src=${encodeURIComponent(src)}`);
    const page = `https://calendar.google.com/calendar/embed?height=600&${sources.join("&color=%23039BE5&")}`;
    expect(feedAddresses(page).map(String)).toEqual([ical("rose@gmail.com"), ical(id)]);
  });

  test("for a page with more than ten: none", () => {
    const sources = Array.from({ length: 11 }, (_, at) => `src=${at}%40gmail.com`);
    const page = `https://calendar.google.com/calendar/embed?${sources.join("&")}`;
    expect(() => feedAddresses(page)).toThrow("This address shows more than 10 calendars.");
  });
});

test.each(["http://user@example.com/", "http://:secret@example.com/", "http://user:secret@example.com/"])(
  "an address with a user name or a password is refused: %s",
  (address) => {
    expect(() => checkAddress(new URL(address), false)).toThrow();
  },
);

test("an address without them is accepted", () => {
  expect(() => checkAddress(new URL("https://example.com/library.ics"), false)).not.toThrow();
});
