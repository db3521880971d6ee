import { describe, expect, test } from "vitest";
import { readAnswer } from "./answer-words.ts";

/** It is 1:05 PM in Ohio. */
const now = Temporal.ZonedDateTime.from("2026-11-20T13:05-05:00[America/New_York]");

const callAt = (at: string) => ({ kind: "promise", promise: { kind: "CALL_AT", at } });
const callIn = (minutes: number) => ({ kind: "promise", promise: { kind: "CALL_AT", minutes } });
const promised = (kind: "CALLING" | "COMING") => ({ kind: "promise", promise: { kind } });
const today = (time: string) => callAt(`2026-11-20T${time}:00.000Z`);
const tomorrow = (time: string) => callAt(`2026-11-21T${time}:00.000Z`);

describe("what somebody texts back at 1:05 PM in Ohio", () => {
  test.each([
    ["1", { kind: "help" }],
    [" 1. ", { kind: "help" }],
    ["1!", { kind: "help" }],
    ["1 now", promised("CALLING")],
    ["1 calling", promised("CALLING")],
    ["1 I’m calling now.", promised("CALLING")],
    ["1 on my way", promised("COMING")],
    ["1 OMW", promised("COMING")],
    ["1 I'm coming", promised("COMING")],
    ["1 10", callIn(10)],
    ["1 10min", callIn(10)],
    ["1 10 min", callIn(10)],
    ["1 in 10 minutes.", callIn(10)],
    ["1, 45 mins", callIn(45)],
    ["1 in an hour", callIn(60)],
    ["1 2 hours", callIn(120)],
    ["1 at 5", today("22:00")],
    ["1 At 5.", today("22:00")],
    ["1 at 5:30", today("22:30")],
    ["1 at 5:30pm", today("22:30")],
    ["1 at 5.30 p.m.", today("22:30")],
    ["1 5pm", today("22:00")],
    ["1 at 17", today("22:00")],
    ["1 17:15", today("22:15")],
    ["1 at 1", tomorrow("06:00")],
    ["1 at 12", tomorrow("05:00")],
    ["1 at 0:30", tomorrow("05:30")],
    ["1 at 5am", tomorrow("10:00")],
    ["1 at 1pm", tomorrow("18:00")],
    ["1 at 1:06", today("18:06")],
    ["1 at 25", { kind: "unclear" }],
    ["1 at 5:75", { kind: "unclear" }],
    ["1 at 13pm", { kind: "unclear" }],
    ["1 at lunch", { kind: "unclear" }],
    ["1 in 0 minutes", { kind: "unclear" }],
    ["1 9999", { kind: "unclear" }],
    ["2", { kind: "verdict", verdict: "SCAM" }],
    ["It's a scam!", { kind: "verdict", verdict: "SCAM" }],
    ["3", { kind: "verdict", verdict: "FINE" }],
    ["Fine.", { kind: "verdict", verdict: "FINE" }],
    ["2 it's a scam", { kind: "verdict", verdict: "SCAM" }],
    ["2) don't pay!", { kind: "verdict", verdict: "SCAM" }],
    ["2️⃣", { kind: "verdict", verdict: "SCAM" }],
    ["Scam, hang up", { kind: "verdict", verdict: "SCAM" }],
    ["3.", { kind: "verdict", verdict: "FINE" }],
    ["３ not a scam", { kind: "verdict", verdict: "FINE" }],
    ["3\nAnna", { kind: "verdict", verdict: "FINE" }],
    ["1 yes", { kind: "help" }],
    ["1)", { kind: "help" }],
    ["(1)", { kind: "help" }],
    ["#1", { kind: "help" }],
    ["“1”", { kind: "help" }],
    ['"1"', { kind: "help" }],
    ["1️⃣", { kind: "help" }],
    ["①", { kind: "help" }],
    ["１", { kind: "help" }],
    ["١", { kind: "help" }],
    ["1 - yes, no problem", { kind: "help" }],
    ["1 👍", { kind: "help" }],
    ["1\u200b", { kind: "help" }],
    ["1\nBen Reyes", { kind: "help" }],
    ["1\n\nBen\n(614) 555-0101", { kind: "help" }],
    ["1\n-- \nBen Reyes, 12 Elm Street", { kind: "help" }],
    ["1\nSent from my iPhone 15", { kind: "help" }],
    ["1\n> URGENT: Rose needs help (#2F)\n> Reply 1 to help", { kind: "help" }],
    ["Yes\r\n\r\nOn Fri, Nov 20, 2026 at 1:02 PM Porchlight wrote:\r\n2 things", { kind: "help" }],
    ["1\n1 2 3 1 2 3 1 2 3", { kind: "unclear" }],
    ["1\n10 30", { kind: "unclear" }],
    ["Yes", { kind: "help" }],
    ["YES!!", { kind: "help" }],
    ["yes please", { kind: "help" }],
    ["Yes, I'll call her", { kind: "help" }],
    ["Yes 1", { kind: "help" }],
    ["Sí", { kind: "help" }],
    ["oui j'arrive", { kind: "help" }],
    ["はい", { kind: "help" }],
    ["네", { kind: "help" }],
    ["I’ll help", { kind: "help" }],
    ["👍", { kind: "help" }],
    ["👍🏽", { kind: "help" }],
    ["👍🏿👍🏿 thanks", { kind: "help" }],
    ["Yes, on my way", promised("COMING")],
    ["👍 calling now", promised("CALLING")],
    ["1\non my way", promised("COMING")],
    ["1\nat 5", today("22:00")],
    ["1 yes at 5:30pm", today("22:30")],
    ["1 I'll call you in 10 minutes", callIn(10)],
    ["1\n2", { kind: "unclear" }],
    ["1 2", { kind: "unclear" }],
    ["1 3", { kind: "unclear" }],
    ["1 or 2", { kind: "unclear" }],
    ["1 hour", { kind: "unclear" }],
    ["1 be there after 5 or 6", { kind: "unclear" }],
    ["1 or two", undefined],
    ["1/2", undefined],
    ["1-2", undefined],
    ["1%", undefined],
    ["1st", undefined],
    ["1 can't, sorry", undefined],
    ["Yes but I can’t", undefined],
    ["yes?", undefined],
    ["yesterday", undefined],
    ["No", undefined],
    ["OK", undefined],
    ["👎", undefined],
    ["1 it's a scam", undefined],
    ["2 hours", undefined],
    ["2 it's fine", undefined],
    ["3 pm", undefined],
    ["3 I'll call", undefined],
    ["3 it's a scam", undefined],
    ["scam?", undefined],
    ["Fine, I'm calling", undefined],
    ["4", undefined],
    ["Liked “URGENT: Rose needs help: “TV” Reply 1 to help”", undefined],
    ["Loved “Reply 1 to help”", undefined],
    ["👍 to “Rose needs help. Reply 1 to help”", undefined],
    ['👍🏼 to "Rose needs help"', undefined],
    ["\u200a\u200b👍\u200b to “\u200aRose needs help\u200a”\u200a", undefined],
    ["👍 à « Rose needs help »", undefined],
    ["👍 “Rose needs help”", undefined],
    ["1️⃣ to “Rose needs help”", undefined],
    ["Reacted 👍 to “Rose needs help”", undefined],
    ["1.5", undefined],
    ["11", undefined],
    ["1 million thanks", undefined],
    ["not 1", undefined],
    ["at 5", undefined],
    ["", undefined],
  ])("“%s”", (words, meant) => {
    expect(readAnswer(words, now)).toEqual(meant);
  });

  test("“Yes” does not answer whether something is a scam, because it could mean two things", () => {
    for (const words of ["Yes", "👍", "I'll help"]) expect(readAnswer(words, now, true)).toBeUndefined();
    expect(readAnswer("1 yes", now, true)).toEqual({ kind: "help" });
    expect(readAnswer("2", now, true)).toEqual({ kind: "verdict", verdict: "SCAM" });
  });

  test.each(["a", "1 ", "1 yes ", "👍", "\n", ".", "“", "( ", "a\u200d", "i'll call ", "٣", "1-", "on x"])(
    "64 KB of “%s” are read within 50 ms",
    (repeated) => {
      const words = repeated.repeat(Math.ceil(65_536 / repeated.length));
      readAnswer(words, now);
      const start = performance.now();
      for (const begun of ["", "1 ", "1\n"]) readAnswer(begun + words, now);
      expect(performance.now() - start).toBeLessThan(150);
    },
  );

  test("a time that the clock shows twice or skips is still the next one", () => {
    const beforeSpring = Temporal.ZonedDateTime.from("2027-03-14T01:30-05:00[America/New_York]");
    expect(readAnswer("1 at 2:30", beforeSpring)).toEqual(callAt("2027-03-14T07:30:00.000Z"));
    const beforeFall = Temporal.ZonedDateTime.from("2027-11-07T00:30-04:00[America/New_York]");
    expect(readAnswer("1 at 1:30", beforeFall)).toEqual(callAt("2027-11-07T05:30:00.000Z"));
  });
});
