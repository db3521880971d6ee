// The export of a family, for its admins: data.json in the ZIP.
import * as z from "zod/mini";
import { type EventField, EventPart } from "#contract/calendar/calendar.ts";
import { endpoint } from "#contract/endpoint.ts";
import { type ChosenEscalationPlan, EscalationStep } from "#contract/help/plan.ts";
import { HelpRequestState } from "#contract/help/request-state.ts";
import { Id, nothing } from "#contract/values.ts";
import {
  activity,
  addedField,
  birthday,
  category,
  clockTime,
  field,
  guide,
  header,
  hello,
  invitationStatus,
  optionalText,
  promise,
  reply,
  request,
  role,
  section,
  text,
  time,
  verdict,
  yesOrNo,
} from "./export-fields.ts";

/** An exported event has every field that is entered for it, three of them under another name. */
type ExportedField =
  | Exclude<EventField, "startDate" | "endDate" | "allDay">
  | ("startsOnClock" | "endsOnClock" | "isAllDay");

/** An exported plan has every field of a plan. Quiet hours are two. */
type ExportedPlanField = Exclude<keyof ChosenEscalationPlan, "quietHours"> | "quietFrom" | "quietUntil";

/** Files of version 0.1.0 have no names here. */
const EventPerson = z.strictObject({ id: Id, name: z.optional(z.string()), part: EventPart });

/** Everything that the members of a family share. Anything private to one of them is in that person's own export only. */
export const FamilyExport = z.strictObject({
  ...header("porchlight-family"),
  family: section("The family", {
    id: Id,
    name: text("Name"),
    timeZone: text("Time zone"),
    country: text("Country"),
    hasPuzzleLibrary: yesOrNo("Uses Porchlight's puzzles"),
    hasHellos: addedField(z.boolean(), "Has hellos"),
    hasBirthdays: addedField(z.boolean(), "Has birthdays"),
    hasLights: addedField(z.boolean(), "Has the morning lights"),
    hasWeeklyQuestion: addedField(z.boolean(), "Has the weekly question"),
    hasSundayLetter: addedField(z.boolean(), "Has the Sunday letter"),
    createdAt: time("Since"),
  }),
  members: section("Members", {
    id: Id,
    name: text("Name"),
    role: role(),
    phoneNumber: optionalText("Phone number"),
    joinedAt: time("Joined"),
    picture: optionalText("Picture, in this ZIP"),
  }),
  birthdays: section("Birthdays", { id: Id, person: text("Whose"), ...birthday() }),
  formerMembers: section("Former members", { id: Id, name: text("Name"), role: role() }),
  invitations: section("Invitations", {
    id: Id,
    name: text("To"),
    email: optionalText("E-mail"),
    phoneNumber: optionalText("Phone number"),
    role: role(),
    status: invitationStatus(),
    createdAt: time("Sent"),
  }),
  helpRequests: section("Requests for help", {
    ...request(),
    askedById: Id,
    askedBy: text("Asked by"),
    helperId: z.nullable(Id),
    helper: optionalText("Helper"),
  }),
  helpReceipts: section("What happened to them", {
    id: Id,
    helpRequestId: field(Id, "Request number"),
    personId: z.nullable(Id),
    person: optionalText("Who"),
    state: field(HelpRequestState, "State"),
    at: time("When"),
  }),
  helpPromises: section("Who said when they would call or come", {
    ...promise(),
    personId: Id,
    person: text("Who"),
  }),
  helpVerdicts: section("What was said about possible scams", {
    ...verdict(),
    personId: Id,
    person: text("Who"),
  }),
  helpReplies: section("Words, pictures and voice messages about them", {
    ...reply(),
    personId: Id,
    person: text("Who"),
  }),
  hellos: section("Hellos", {
    ...hello(),
    personId: Id,
    person: text("From"),
    lovedBy: field(z.array(z.string()), "Loved by"),
  }),
  questions: section("Questions that you set", { sunday: text("Sunday"), text: text("Question") }),
  things: section("Things around the house", {
    id: Id,
    name: text("Name"),
    room: text("Room"),
    notes: text("Notes"),
    picture: optionalText("Picture, in this ZIP"),
    createdAt: time("Added"),
  }),
  guides: section("Guides", {
    ...guide(),
    phrase: optionalText("Help phrase"),
    thingId: z.nullable(Id),
    thing: optionalText("About"),
    writtenById: z.nullable(Id),
    writtenBy: optionalText("Written by"),
  }),
  helpPhrases: section("Your own help phrases", {
    id: Id,
    categoryId: z.nullable(Id),
    words: optionalText("Phrase"),
    builtInWords: optionalText("Porchlight's own, that you hid or moved"),
    isHidden: yesOrNo("Hidden"),
    position: z.nullable(z.int()),
  }),
  escalationPlans: section("Who is asked for help", {
    steps: field(z.array(EscalationStep), "Steps"),
    firstContactId: z.nullable(Id),
    firstContact: optionalText("First contact"),
    quietFrom: optionalText("Quiet hours begin"),
    quietUntil: optionalText("Quiet hours end"),
  } satisfies Record<ExportedPlanField, z.ZodMiniType> & Record<string, z.ZodMiniType>),
  /** Without its address and secret: whoever has these can read what it is told, or pretend to be this server. */
  webhooks: section("The program that is told about requests for help", { createdAt: time("Since") }),
  events: section("Events", {
    id: Id,
    title: text("Event"),
    startsOnClock: clockTime("Starts"),
    endsOnClock: clockTime("Ends"),
    location: text("Where"),
    category: category(),
    isAllDay: yesOrNo("All day"),
    isActive: yesOrNo("Shown"),
    recurrence: optionalText("Repeats"),
    seriesId: z.nullable(Id),
    people: field(z.array(EventPerson), "Who"),
    exceptions: field(z.array(z.string()), "Not on"),
    /** For a changed date of a series: the day that it replaces, and the time where a day has several. */
    replaces: z.nullable(z.string()),
  } satisfies Record<ExportedField, z.ZodMiniType> & Record<string, z.ZodMiniType>),
  subscribedCalendars: section("Subscribed calendars", {
    id: Id,
    name: text("Calendar"),
    purpose: z.enum(["calendar", "local-events", "google"]),
    category: category(),
  }),
  calendarConnections: section("The connected Google calendar", {
    connectedById: Id,
    connectedAt: time("Connected"),
  }),
  localEvents: section("Things to do", {
    id: Id,
    title: text("What"),
    startsOnClock: clockTime("Starts"),
    location: text("Where"),
    description: text("Description"),
  }),
  puzzles: section("Your own puzzles", {
    id: Id,
    question: text("Question"),
    options: field(z.array(z.string()), "Choices"),
    correctAnswer: text("Answer"),
    isActive: yesOrNo("Shown"),
    createdAt: time("Added"),
  }),
  activity: section("What changed in the last 12 months", {
    id: Id,
    personId: z.nullable(Id),
    person: optionalText("Who"),
    ...activity(),
    kind: text("What"),
  }),
});
export type FamilyExport = z.output<typeof FamilyExport>;

export const downloadFamily = endpoint({
  method: "GET",
  path: "/api/family/export",
  access: "admin",
  summary: "What the family shares in one ZIP: data.json with its schema, a page to read, and the calendar",
  response: nothing,
  file: "application/zip",
});
