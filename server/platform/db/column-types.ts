// What PostgreSQL cannot say about its columns. `npm run types:database` reads it and writes generated-schema.ts.
import type { calendar_v3 } from "@googleapis/calendar";
import type { EscalationStep } from "#contract/help/plan.ts";
import type { Mark } from "#contract/help/replies.ts";
import type { HelpPromise } from "#contract/help/request-state.ts";

export type AccountChangeKind = "phone-number" | "email" | "password" | "passkey" | "deletion" | "sign-in";
/** The details of a change, which contract/activity.ts reads together with its kind. */
export type ActivityDetails = object;
export type CalendarPurpose = "calendar" | "local-events" | "google";
export type EscalationSteps = EscalationStep[];
export type HelpPromiseKind = HelpPromise["kind"];
export type InvitationStatus = "pending" | "accepted" | "declined";
export type Marks = Mark[];
export type MessageState = "WAITING" | "ACCEPTED" | "ARRIVED" | "FAILED" | "STOPPED";
/** The steps of the family's plan as they were when the request was made, each of its repeats as a step. */
export type RequestPlan = Pick<EscalationStep, "after" | "target" | "channels" | "unlessSeen">[];
export type ReminderMessage = "begins" | "moved" | "cancelled";
/** The channels whose providers the sandbox stands in for. */
export type SandboxChannel = "push" | "ntfy" | "apprise" | "sms" | "email" | "call";
/** A call in the sandbox, with the paths that it leads to. `keysPath` is null while no key is awaited. */
export interface SandboxCall {
  readonly id: string;
  readonly answerPath: string;
  readonly endPath: string;
  readonly keysPath: string | null;
  readonly state: "ringing" | "answered" | "over";
}

/** The properties of an event that are requested and stored: neither the attendees nor their addresses. */
export type GoogleEvent = Pick<
  calendar_v3.Schema$Event,
  | ("id" | "iCalUID" | "status" | "visibility" | "summary" | "location" | "description" | "start" | "end")
  | ("recurrence" | "recurringEventId" | "originalStartTime")
> & {
  /** True if the owner of the calendar has said that they are not coming. */
  isDeclined?: true;
};

/** As connect.ts reads them: a Date would give a day or a wall-clock time the zone of the server. */
export const typesOfPostgres = { int8: "number", timestamptz: "Date", timestamp: "string", date: "string" };

type Column = `${string}.${string}`;

/**
 * For each file the types that columns have from it. The database says itself which of the columns can be null, have a
 * default, are arrays or hold JSON.
 */
export const columnTypes: Readonly<Record<string, Readonly<Record<string, readonly Column[]>>>> = {
  "#contract/families.ts": { Role: ["invitations.role", "memberships.role", "participants.role"] },
  "#contract/lights.ts": { UsualTime: ["lights.usual_time"] },
  "#contract/messages.ts": {
    Channel: ["contact_methods.channel", "messages.channel", "reminder_choices.channel"],
  },
  "#contract/reachability.ts": {
    ReachabilityState: ["family_reachability.state"],
    Refusal: ["contact_methods.refusal"],
  },
  "#contract/help/webhook.ts": {
    WebhookEvent: ["webhook_deliveries.type"],
    WebhookFailure: ["webhook_deliveries.failure"],
    WebhookState: ["webhook_deliveries.state"],
  },
  "#contract/calendar/calendar.ts": {
    EventCategory: [
      "manual_events.category",
      "published_calendars.categories",
      "reminder_choices.categories",
      "reminders.category",
      "subscribed_calendars.category",
    ],
    EventPart: ["manual_event_people.part"],
  },
  "#contract/calendar/reminders.ts": { LeadTime: ["reminder_choices.lead_time"] },
  "#contract/help/ready-guides.ts": {
    Drawing: ["guide_steps.drawing"],
    ReadyGuideKey: ["guides.copy_of", "help_replies.ready_guide"],
  },
  "#contract/help/request-state.ts": {
    HelpRequestState: [
      "help_request_receipts.state",
      "help_request_transitions.from_state",
      "help_request_transitions.to_state",
      "help_requests.state",
    ],
    Verdict: ["help_verdicts.verdict"],
  },
  "#contract/help/video-calls.ts": { VideoSource: ["video_calls.source"] },
  "#server/platform/db/column-types.ts": {
    AccountChangeKind: ["account_changes.kind"],
    ActivityDetails: ["activity.details"],
    CalendarPurpose: ["subscribed_calendars.purpose"],
    EscalationSteps: ["escalation_plans.steps"],
    GoogleEvent: ["google_events.event"],
    HelpPromiseKind: ["help_promises.kind"],
    InvitationStatus: ["invitations.status"],
    Marks: ["guide_steps.marks", "help_replies.marks"],
    MessageState: ["messages.state"],
    ReminderMessage: ["reminders.message"],
    RequestPlan: ["help_requests.plan"],
    SandboxCall: ["sandbox_messages.call"],
    SandboxChannel: ["sandbox_messages.channel"],
  },
};
