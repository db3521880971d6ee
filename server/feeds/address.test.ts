import { describe, expect, test } from "vitest";
import { feedAddress } from "./address.ts";

const ical = (id: string) =>
  `https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`;
const id = "c_4f2a@group.calendar.google.com";

describe("the address that a calendar is read from", () => {
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
  ])("of %s", (typed, read) => {
    expect(feedAddress(typed).href).toBe(read);
  });
});
