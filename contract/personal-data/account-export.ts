// The export of an account, for its person: data.json in the ZIP.
import * as z from "zod/mini";
import { EventPart } from "#contract/calendar/calendar.ts";
import { LeadTime } from "#contract/calendar/reminders.ts";
import { endpoint } from "#contract/endpoint.ts";
import { HelpRequestState } from "#contract/help/request-state.ts";
import { UsualTime } from "#contract/lights.ts";
import { Id, nothing } from "#contract/values.ts";
import {
  activity,
  birthday,
  categories,
  channel,
  clockTime,
  field,
  guide,
  header,
  hello,
  invitationStatus,
  optionalText,
  optionalTime,
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

export const AccountExport = z.strictObject({
  ...header("porchlight-account"),
  account: section("Your account", {
    id: Id,
    name: text("Name"),
    grandparentNames: optionalText("Names we greet you with"),
    phoneNumber: optionalText("Phone number"),
    callNumber: optionalText("Phone number for calls"),
    email: optionalText("E-mail"),
    hasPassword: yesOrNo("Has a password of your own"),
    sharesPuzzle: yesOrNo("Family sees solved puzzles"),
    takesCalls: yesOrNo("Phone calls when someone needs help"),
    createdAt: time("Since"),
    picture: optionalText("Picture, in this ZIP"),
  }),
  families: section("Your families", {
    id: Id,
    name: text("Family"),
    role: role(),
    joinedAt: time("Joined"),
    helloMessages: field(z.nullable(z.boolean()), "Messages about hellos"),
  }),
  birthdays: section("Your birthday, as your families know it", { familyId: Id, ...birthday() }),
  devices: section("Devices that are signed in", {
    id: Id,
    name: text("Device"),
    signedInAt: time("Signed in"),
    lastUsedAt: time("Last used"),
  }),
  passkeys: section("Passkeys", {
    id: Id,
    name: text("Passkey"),
    createdAt: time("Added"),
    lastUsedAt: optionalTime("Last used"),
  }),
  signInProviders: section("Accounts you sign in with", {
    issuer: text("Provider"),
    accountId: z.string(),
    createdAt: time("Since"),
  }),
  contactMethods: section("How messages reach you", {
    channel: channel(),
    provenAt: optionalTime("Last arrived"),
    refusedAt: optionalTime("Refused"),
    testedAt: optionalTime("Last tested"),
  }),
  messageDevices: section("Devices that get messages", { id: Id, createdAt: time("Turned on") }),
  ntfySubscription: section("Messages by ntfy", { createdAt: time("Turned on") }),
  appriseAddress: section("Messages through Apprise", { createdAt: time("Turned on") }),
  helpRequests: section("Requests for help", {
    familyId: Id,
    ...request(),
    part: field(z.enum(["asked", "helped"]), "What you did"),
  }),
  helpReceipts: section("What you did about requests for help", {
    familyId: Id,
    id: Id,
    helpRequestId: Id,
    state: field(HelpRequestState, "State"),
    at: time("When"),
  }),
  helpPromises: section("When you said you would call or come", { familyId: Id, ...promise() }),
  helpVerdicts: section("What you said about possible scams", { familyId: Id, ...verdict() }),
  helpReplies: section("What you wrote and showed about requests", {
    ...reply(),
    familyId: Id,
  }),
  hellos: section("Hellos that you gave", { ...hello(), familyId: Id }),
  lovedHellos: section("Hellos that you loved", { familyId: Id, id: Id, at: time("When") }),
  letterMessages: section("The Sunday letter by e-mail", {
    familyId: Id,
    lastSaturday: text("The Saturday of the last one"),
  }),
  phoneDoors: section("The telephone from which you can call Porchlight", {
    familyId: Id,
    phoneNumber: text("Phone number"),
    openedAt: time("Since"),
  }),
  lights: section("Your light", {
    familyId: Id,
    usualTime: field(UsualTime, "Usually on by"),
    contacts: field(z.array(z.string()), "Told when it stays dark"),
    awayUntil: optionalText("Away until"),
    litAt: optionalTime("Last turned on"),
    usedAt: optionalTime("Last use that was noted"),
    toldOn: optionalText("Told on"),
  }),
  lightWaves: section("Waves that you gave", { familyId: Id, to: text("To"), at: time("When") }),
  lightMessages: section("Lights that you are told about", {
    familyId: Id,
    of: text("Light"),
    areOn: yesOrNo("Messages on"),
  }),
  guides: section("Guides you wrote", { ...guide(), familyId: Id }),
  events: section("Events that you drive or come to", {
    familyId: Id,
    id: Id,
    title: text("Event"),
    startsOnClock: clockTime("Starts"),
    part: field(EventPart, "You are"),
  }),
  reminderChoices: section("Reminders", {
    familyId: Id,
    isOn: yesOrNo("On"),
    leadTime: field(LeadTime, "How long before"),
    channel: channel(),
    categories: categories(),
  }),
  reminders: section("Reminders of the last days", {
    familyId: Id,
    id: Id,
    title: text("Event"),
    startsOnClock: clockTime("Starts"),
    sentAt: optionalTime("Sent"),
  }),
  publishedCalendars: section("Calendar addresses for your apps", {
    familyId: Id,
    categories: categories(),
    hasOwnEvents: yesOrNo("With your own Google events"),
    changedAt: time("Last changed"),
  }),
  calendarConnections: section("Google calendars that you connected", {
    familyId: Id,
    connectedAt: time("Connected"),
  }),
  puzzleAnswers: section("Puzzles that you answered", {
    familyId: Id,
    day: text("Day"),
    puzzleId: Id,
    daysInRow: field(z.int(), "Days in a row"),
  }),
  invitationsSent: section("Invitations that you sent", {
    familyId: Id,
    id: Id,
    name: text("To"),
    role: role(),
    status: invitationStatus(),
    createdAt: time("Sent"),
  }),
  invitationsAccepted: section("Invitations that you accepted", {
    familyId: Id,
    id: Id,
    name: text("Name on it"),
    email: optionalText("E-mail on it"),
    phoneNumber: optionalText("Phone number on it"),
    createdAt: time("Sent"),
  }),
  messages: section("Messages to you in the last three months", {
    id: Id,
    kind: text("About"),
    channel: channel(),
    state: text("State"),
    createdAt: time("When"),
  }),
  activity: section("What you changed in the last 12 months", {
    familyId: Id,
    id: Id,
    ...activity(),
    kind: text("What"),
  }),
});
export type AccountExport = z.output<typeof AccountExport>;

export const downloadAccount = endpoint({
  method: "GET",
  path: "/api/account/export",
  access: "person",
  summary: "Everything about you in one ZIP: data.json with its schema, a page to read, and the calendar",
  response: nothing,
  file: "application/zip",
});
