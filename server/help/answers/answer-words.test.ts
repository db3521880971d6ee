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
    ["1.5", undefined],
    ["11", undefined],
    ["1 million thanks", undefined],
    ["not 1", undefined],
    ["at 5", undefined],
    ["", undefined],
  ])("“%s”", (words, meant) => {
    expect(readAnswer(words, now)).toEqual(meant);
  });

  test("a time that the clock shows twice or skips is still the next one", () => {
    const beforeSpring = Temporal.ZonedDateTime.from("2027-03-14T01:30-05:00[America/New_York]");
    expect(readAnswer("1 at 2:30", beforeSpring)).toEqual(callAt("2027-03-14T07:30:00.000Z"));
    const beforeFall = Temporal.ZonedDateTime.from("2027-11-07T00:30-04:00[America/New_York]");
    expect(readAnswer("1 at 1:30", beforeFall)).toEqual(callAt("2027-11-07T05:30:00.000Z"));
  });
});
