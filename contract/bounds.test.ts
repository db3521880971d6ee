// The limits of what people can enter: the last value that is accepted, and the first one that is refused.
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { Registration } from "./accounts/sign-in.ts";
import { NewManualEvent } from "./calendar/manual-events.ts";
import { FamilySettings } from "./families.ts";
import { ChosenEscalationPlan } from "./help/plan.ts";
import { NewHelpRequest } from "./help/requests.ts";
import { NewLocalEvent } from "./local-events.ts";
import { NewPuzzle } from "./puzzles.ts";

const registration = { username: "Anna", phoneNumber: "+16145550142", password: "abcd1234", role: "admin" };
const times = { startDate: "2026-11-20T10:00", endDate: "2026-11-20T11:00" };
const event = { title: "Dentist", location: "Main Street", ...times };
const localEvent = { title: "Concert", date: "2026-11-20T10:00", location: "Park" };
const puzzle = { question: "What is round?", options: ["A ball", "A box"], correctAnswer: "A ball" };

const letters = (count: number): string => "a".repeat(count);
const list = (count: number): string[] => Array.from({ length: count }, (_, place) => `Answer ${place}`);
const planOf = (count: number, times: number) => {
  const again = { everySeconds: 60, times };
  const step = { after: 0, target: "everyone", channels: ["push"], again };
  return { steps: list(count).map(() => step), firstContactId: null, quietHours: null };
};

interface Bound {
  what: string;
  schema: z.ZodMiniType;
  with: (size: number) => object;
  accepted: number;
  refused: number;
}

const bounds: Bound[] = [
  {
    what: "the shortest name",
    schema: Registration,
    with: (size) => ({ ...registration, username: letters(size) }),
    accepted: 2,
    refused: 1,
  },
  {
    what: "the longest name",
    schema: Registration,
    with: (size) => ({ ...registration, username: letters(size) }),
    accepted: 80,
    refused: 81,
  },
  {
    what: "the shortest password",
    schema: Registration,
    with: (size) => ({ ...registration, password: letters(size) }),
    accepted: 8,
    refused: 7,
  },
  {
    what: "the longest family name",
    schema: FamilySettings,
    with: (size) => ({ name: letters(size) }),
    accepted: 60,
    refused: 61,
  },
  {
    what: "the longest help request",
    schema: NewHelpRequest,
    with: (size) => ({ text: letters(size) }),
    accepted: 300,
    refused: 301,
  },
  {
    what: "the longest event title",
    schema: NewManualEvent,
    with: (size) => ({ ...event, title: letters(size) }),
    accepted: 120,
    refused: 121,
  },
  {
    what: "the longest description of a local event",
    schema: NewLocalEvent,
    with: (size) => ({ ...localEvent, description: letters(size) }),
    accepted: 500,
    refused: 501,
  },
  {
    what: "the most answers to a puzzle",
    schema: NewPuzzle,
    with: (size) => ({ ...puzzle, options: list(size), correctAnswer: "Answer 0" }),
    accepted: 8,
    refused: 9,
  },
  {
    what: "the most steps of an escalation plan",
    schema: ChosenEscalationPlan,
    with: (size) => planOf(size, 1),
    accepted: 20,
    refused: 21,
  },
  {
    what: "the most repeats of a step",
    schema: ChosenEscalationPlan,
    with: (size) => planOf(1, size),
    accepted: 20,
    refused: 21,
  },
];

describe("the limits of inputs", () => {
  it.each(bounds)("$what", ({ schema, with: inputOf, accepted, refused }) => {
    expect(schema.safeParse(inputOf(accepted)).success).toBe(true);
    expect(schema.safeParse(inputOf(refused)).success).toBe(false);
  });

  it.each(["Den\u0000tist", "Den\ntist", "Den\u007ftist"])(
    "a line has no control characters: %j",
    (title) => {
      expect(NewManualEvent.safeParse({ ...event, title }).success).toBe(false);
    },
  );
});
