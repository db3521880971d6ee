import { describe, expect, test } from "vitest";
import type { ContactMethod } from "#contract/reachability.ts";
import { contactMethodWords, healthOf } from "./contact-method-words.ts";

const now = Date.parse("2026-11-20T13:00:00Z");
const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60_000).toISOString();

const methodWith = (known: Partial<ContactMethod>): ContactMethod => ({
  channel: "sms",
  places: 1,
  provenAt: null,
  refusal: null,
  testedAt: null,
  unansweredSince: null,
  ...known,
});

describe("the words for a contact method", () => {
  test.each<[Partial<ContactMethod>, string, string]>([
    [{}, "Text messages: never tried", "waiting"],
    [{ channel: "push", places: 2, provenAt: daysAgo(3) }, "App on 2 devices: worked 3 days ago", "works"],
    [{ channel: "push", provenAt: daysAgo(0) }, "App on 1 device: worked just now", "works"],
    [{ provenAt: daysAgo(14) }, "Text messages: worked 14 days ago", "works"],
    [{ provenAt: daysAgo(15) }, "Text messages: worked 15 days ago", "waiting"],
    [{ channel: "push", places: 0, refusal: "gone" }, "App: no longer on any device", "fails"],
    [{ channel: "email", refusal: "full" }, "E-mail: refused, the mailbox is full", "fails"],
    [{ channel: "email", refusal: "unknown" }, "E-mail: refused, this address doesn't exist", "fails"],
    [
      { refusal: "unknown", provenAt: daysAgo(9) },
      "Text messages: refused, this number doesn't exist",
      "fails",
    ],
    [
      { provenAt: daysAgo(9), testedAt: daysAgo(2), unansweredSince: daysAgo(2) },
      "Text messages: worked 9 days ago; test sent 2 days ago, no answer yet",
      "works",
    ],
    [
      { channel: "email", testedAt: daysAgo(1), unansweredSince: daysAgo(15) },
      "E-mail: no answer to our tests for 15 days",
      "fails",
    ],
  ])("%o", (known, words, health) => {
    expect(contactMethodWords(methodWith(known), now)).toBe(words);
    expect(healthOf(methodWith(known), now)).toBe(health);
  });
});
