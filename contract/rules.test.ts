// Section 5 of the specification: each rule with its message, as both sides apply it.
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { Login, Registration, RequestedVerification, VerifiedCode } from "./accounts/sign-in.ts";
import { NewManualEvent } from "./calendar/manual-events.ts";
import { NewCalendarSettings } from "./calendar/settings.ts";
import { NewInvitation } from "./invitations.ts";
import { NewPuzzle } from "./puzzles.ts";

const phoneNumber = "+16145550142";
const registration = { username: "Anna", phoneNumber, password: "abcd1234", role: "admin" };
const login = { username: "anna", password: "abcd1234" };
const invitation = { name: "Rose", email: "rose@example.com", role: "grandparent", familyId: 1 };

const settings = {
  calendarUrl: "",
  showKidsEvents: true,
  showFamilyEvents: true,
  showAppointments: false,
};
const puzzle = { question: "What is round?", options: ["A ball", "A box"], correctAnswer: "A ball" };
const event = {
  title: "Dentist",
  startDate: "2026-11-20T10:00",
  endDate: "2026-11-20T11:00",
  location: "Main Street",
};

/** Returns the error of each field, and nothing for a valid input. */
function saidOf(schema: z.ZodMiniType, input: unknown): Record<string, string> {
  const { error } = schema.safeParse(input);
  const issues = error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]).reverse());
}

const wellFormed: [string, z.ZodMiniType, object][] = [
  ["a requested code", RequestedVerification, { phoneNumber }],
  ["a code", VerifiedCode, { phoneNumber, code: "123456" }],
  ["a short code", VerifiedCode, { phoneNumber, code: "1234" }],
  ["a registration", Registration, registration],
  ["a registration of a child", Registration, { ...registration, role: "child" }],
  ["a registration of a grandparent", Registration, { ...registration, role: "grandparent" }],
  ["a login", Login, login],
  ["an invitation", NewInvitation, invitation],
  ["calendar settings without an address", NewCalendarSettings, settings],
  ["a puzzle", NewPuzzle, { ...puzzle, isActive: true, date: "2026-11-20T10:00:00Z" }],
  ["a puzzle without a date", NewPuzzle, puzzle],
  ["an event", NewManualEvent, { ...event, isActive: true }],
];

interface Rule {
  rule: string;
  schema: z.ZodMiniType;
  input: object;
  field: string;
  message: string;
}

const rules: Rule[] = [
  {
    rule: "Phone number, too short",
    schema: RequestedVerification,
    input: { phoneNumber: "614555014" },
    field: "phoneNumber",
    message: "Phone number must be at least 10 digits",
  },
  {
    rule: "Phone number, with letters",
    schema: RequestedVerification,
    input: { phoneNumber: "61455501ab" },
    field: "phoneNumber",
    message: "Phone number can only contain numbers and + prefix",
  },
  {
    rule: "Verification code, too short",
    schema: VerifiedCode,
    input: { phoneNumber, code: "123" },
    field: "code",
    message: "Verification code must be at least 4 characters",
  },
  {
    rule: "Verification code, too long",
    schema: VerifiedCode,
    input: { phoneNumber, code: "1234567" },
    field: "code",
    message: "Verification code must not exceed 6 characters",
  },
  {
    rule: "Username (signup)",
    schema: Registration,
    input: { ...registration, username: "A" },
    field: "username",
    message: "Name must be at least 2 characters",
  },
  {
    rule: "Role (signup)",
    schema: Registration,
    input: { ...registration, role: "owner" },
    field: "role",
    message: "Please select a role",
  },
  {
    rule: "Admin login username",
    schema: Login,
    input: { ...login, username: "" },
    field: "username",
    message: "Username is required",
  },
  {
    rule: "Admin login password",
    schema: Login,
    input: { ...login, password: "" },
    field: "password",
    message: "Password is required",
  },
  {
    rule: "Invitation email",
    schema: NewInvitation,
    input: { ...invitation, email: "rose at home" },
    field: "email",
    message: "Please enter a valid email address",
  },
  {
    rule: "Invitation name",
    schema: NewInvitation,
    input: { ...invitation, name: " " },
    field: "name",
    message: "Name is required",
  },
  {
    rule: "Invitation role",
    schema: NewInvitation,
    input: { ...invitation, role: "guest" },
    field: "role",
    message: "Please select a role",
  },
  {
    rule: "calendarUrl",
    schema: NewCalendarSettings,
    input: { ...settings, calendarUrl: "our calendar" },
    field: "calendarUrl",
    message: "Please enter a valid URL",
  },
  {
    rule: "Puzzle question",
    schema: NewPuzzle,
    input: { ...puzzle, question: "Why?" },
    field: "question",
    message: "Question must be at least 5 characters",
  },
  {
    rule: "Puzzle options",
    schema: NewPuzzle,
    input: { ...puzzle, options: ["A ball"] },
    field: "options",
    message: "At least 2 options are required",
  },
  {
    rule: "Puzzle correctAnswer",
    schema: NewPuzzle,
    input: { ...puzzle, correctAnswer: "" },
    field: "correctAnswer",
    message: "Correct answer is required",
  },
  {
    rule: "Manual event title",
    schema: NewManualEvent,
    input: { ...event, title: " " },
    field: "title",
    message: "Title is required",
  },
  {
    rule: "Manual event startDate",
    schema: NewManualEvent,
    input: { ...event, startDate: "" },
    field: "startDate",
    message: "Start date is required",
  },
  {
    rule: "Manual event endDate",
    schema: NewManualEvent,
    input: { ...event, endDate: "" },
    field: "endDate",
    message: "End date is required",
  },
  {
    rule: "Manual event location",
    schema: NewManualEvent,
    input: { ...event, location: "" },
    field: "location",
    message: "Location is required",
  },
];

describe("section 5 of the specification", () => {
  it.each(wellFormed)("there is no error for %s", (_, schema, input) => {
    expect(saidOf(schema, input)).toEqual({});
  });

  it.each(rules)("$rule", ({ schema, input, field, message }) => {
    expect(saidOf(schema, input)).toEqual({ [field]: message });
  });

  it("an empty field is Required, and a meaningless value is Invalid input", () => {
    expect(saidOf(NewPuzzle, { ...puzzle, options: ["A ball", ""] })).toMatchObject({
      "options.1": "Required",
    });
    expect(saidOf(NewManualEvent, { ...event, isActive: "perhaps" })).toEqual({ isActive: "Invalid input" });
  });
});
