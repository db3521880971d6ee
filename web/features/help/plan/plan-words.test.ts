import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultSteps, type EscalationStep, type Helpers } from "#contract/help/plan.ts";
import { concernsOf } from "./plan-summary.tsx";
import { type Asked, gapsOf, paidWords, peopleAsked, quietWords, sentenceOf } from "./plan-words.ts";

const helpers: Helpers = {
  helpers: [
    { id: 1, name: "Anna Reyes", channels: ["push", "sms"] },
    { id: 2, name: "Ben", channels: ["sms", "email"] },
  ],
  openChannels: ["push", "sms", "email"],
  maxPaid: [{ channel: "sms", max: 100 }],
};
const asked = peopleAsked(helpers, "The Reyes family", null);
const withoutProvider: Helpers = {
  helpers: helpers.helpers.map((helper) => ({ ...helper, channels: [] })),
  openChannels: ["push"],
  maxPaid: [{ channel: "sms", max: 100 }],
};

const step = (changes: Partial<EscalationStep> = {}): EscalationStep => ({
  after: 0,
  target: "everyone",
  channels: ["sms"],
  ...changes,
});
const titles = (steps: EscalationStep[], of = asked) => concernsOf(steps, of).map(({ title }) => title);

describe("a step of the plan", () => {
  it("is a plain sentence with the family's names", () => {
    expect(defaultSteps.map((each) => sentenceOf(each, asked))).toEqual([
      "At once: alert everyone's app.",
      "After 1 minute: text Anna, unless someone has seen it.",
      "After 3 minutes: text and e-mail everyone.",
      "After 10 minutes: text and e-mail everyone, then every 15 minutes, nine times.",
    ]);
  });

  it("of the usual plan comes at the time that the document for families says", () => {
    const document = readFileSync(new URL("../../../../docs/use/help.md", import.meta.url), "utf8");
    const rows = [...document.matchAll(/^\| ((?:at once|after \d)[^|]*) \|/gm)].map(([, when]) => when);
    const timesIn = (sentence: string) =>
      sentence
        .toLowerCase()
        .replace(/:[^,]*(, unless [^,]*)?/, "")
        .replace(/\.$/, "");
    expect(rows).toEqual(defaultSteps.map((each) => timesIn(sentenceOf(each, asked))));
  });

  it.each([
    [
      step({ after: 45, target: "first-contact", channels: ["push", "email"] }),
      "After 45 seconds: alert Anna's app, e-mail Anna.",
    ],
    [
      step({ after: 3600, again: { everySeconds: 3600, times: 12 } }),
      "After 1 hour: text everyone, then every hour, 12 times.",
    ],
    [
      step({ after: 90, again: { everySeconds: 120, times: 1 } }),
      "After 90 seconds: text everyone, then once more after 2 minutes.",
    ],
    [step({ channels: [] }), "At once: nothing."],
  ])("says when, how often and over which channels: %#", (each, words) => {
    expect(sentenceOf(each, asked)).toBe(words);
  });

  it("names the chosen first contact, and the first helper once that person has left", () => {
    const text = step({ after: 120, target: "first-contact" });
    expect(sentenceOf(text, peopleAsked(helpers, "", 2))).toBe("After 2 minutes: text Ben.");
    expect(sentenceOf(text, peopleAsked(helpers, "", 3))).toBe("After 2 minutes: text Anna Reyes.");
  });

  it("says who it does not reach", () => {
    expect(gapsOf(step({ target: "first-contact", channels: ["email"] }), asked)).toEqual([
      "Anna has no e-mail address yet.",
    ]);
    expect(gapsOf(step({ channels: ["push", "sms"] }), asked)).toEqual([
      "Ben has not turned on messages on a device yet.",
    ]);
    const nobody = peopleAsked({ ...withoutProvider, openChannels: ["push", "email"] }, "", null);
    expect(gapsOf(step({ channels: ["push", "sms", "email"] }), nobody)).toEqual([
      "Nobody has turned on messages on a device yet.",
      "This server cannot send texts yet.",
      "Nobody has an e-mail address yet.",
    ]);
  });
});

describe("the weak points of a plan", () => {
  it("are none if everybody is asked at once and gets a text or an e-mail", () => {
    expect(titles([...defaultSteps])).toEqual([]);
  });

  it("include that nobody gets a text or an e-mail, or that nobody is reached at all", () => {
    expect(titles([step({ channels: ["push"] })])).toEqual(["Nobody gets texts or e-mails."]);
    expect(
      titles([step({ target: "first-contact", channels: ["email"] }), step({ channels: ["push"] })]),
    ).toEqual(["Nobody gets texts or e-mails."]);
    expect(titles([...defaultSteps], peopleAsked(withoutProvider, "", null))).toEqual([
      "This plan wouldn't reach anyone right now.",
    ]);
  });

  it("include that nobody is asked at once, or only one person at all", () => {
    expect(titles([step({ after: 600 })])).toEqual([
      "Nobody is asked right away: the first step comes after 10 minutes.",
    ]);
    expect(titles([step({ target: "first-contact" })])).toEqual(["Only Anna is asked."]);
  });
});

it("quiet hours are given in the family's time", () => {
  expect(quietWords({ from: "22:00", until: "07:30" }, asked)).toBe(
    "From 10:00 PM to 7:30 AM we send no texts or e-mails, unless it's urgent.",
  );
  expect(quietWords(null, asked)).toBe("We send texts and e-mails at any hour.");
});

const anna = { id: 1, name: "Anna", channels: ["push", "sms", "email"] } satisfies Asked["first"];
const ben = { id: 2, name: "Ben", channels: ["sms"] } satisfies Asked["first"];
const maya = { id: 3, name: "Maya", channels: ["email"] } satisfies Asked["first"];
const askedWith = (...helpers: Asked["helpers"]): Asked => ({
  helpers,
  first: helpers[0],
  openChannels: ["push", "sms", "email"],
  maxPaid: [{ channel: "sms", max: 100 }],
});

it("says how many texts an unanswered request sends", () => {
  const sends = "A request that nobody answers leads to up to";
  expect(paidWords(defaultSteps, askedWith(anna))).toBe(`${sends} 12 texts.`);
  expect(paidWords(defaultSteps, askedWith(anna, ben, maya))).toBe(`${sends} 23 texts.`);
  const once: EscalationStep = { after: 0, target: "first-contact", channels: ["sms"] };
  expect(paidWords([once], askedWith(anna, ben))).toBe(`${sends} 1 text.`);
});

it("says nothing about texts that are not sent", () => {
  expect(paidWords(defaultSteps, askedWith(maya))).toBe("");
  expect(paidWords(defaultSteps, { ...askedWith(anna), openChannels: ["push", "email"] })).toBe("");
});

it("says when a plan asks for more texts than are allowed", () => {
  const often: EscalationStep = {
    after: 0,
    target: "everyone",
    channels: ["sms"],
    again: { everySeconds: 60, times: 20 },
  };
  expect(paidWords([often, often, often], askedWith(anna, ben))).toBe(
    "A request that nobody answers leads to up to 100 texts. This plan asks for 126 texts: the others are left out, but app alerts and e-mails continue.",
  );
});
