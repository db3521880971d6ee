// Changes in a family, for its admins to read. A new kind needs a line here, and its words in web/features/activity.
import * as z from "zod/mini";
import { changeKinds } from "./accounts/changes.ts";
import { endpoint } from "./endpoint.ts";
import { Role } from "./families.ts";
import { familySwitches } from "./family-switches.ts";
import { Id, Instant, PathId } from "./values.ts";

const Name = z.string();
/** The only part of a phone number that is kept. */
const LastDigits = z.string().check(z.maxLength(2));

const kind = <const Kind extends string, Details extends z.core.$ZodShape>(name: Kind, details: Details) =>
  z.object({ kind: z.literal(name), ...details });
const invitation = { invited: Name, role: Role };
const thing = { thing: Name };
/** Set where it was not the person or a member, but the operator. */
const byOperator = { isByOperator: z.optional(z.boolean()) };

/** One change, with the names as they were then. */
export const RecordedChange = z.discriminatedUnion("kind", [
  kind("member-joined", invitation),
  kind("member-left", {}),
  kind("member-removed", { member: Name }),
  kind("role-changed", { member: Name, from: Role, to: Role }),
  kind("name-changed", { to: Name }),
  kind("phone-number-changed", { from: z.nullable(LastDigits), to: z.nullable(LastDigits) }),
  kind("email-changed", {}),
  kind("email-removed", {}),
  kind("password-changed", {}),
  kind("picture-changed", {}),
  kind("picture-removed", {}),
  kind("member-picture-changed", { member: Name }),
  kind("member-picture-removed", { member: Name }),
  kind("birthday-changed", { member: Name }),
  kind("phone-door-changed", { member: Name, isOn: z.boolean() }),
  kind("passkey-added", { passkey: Name }),
  kind("passkey-removed", { passkey: Name }),
  kind("account-changes-undone", { undone: z.array(z.enum(changeKinds)) }),
  kind("account-deletion-requested", byOperator),
  kind("account-kept", byOperator),
  kind("account-deleted", {}),
  kind("sign-in-code-made", { member: Name }),
  kind("signed-in-on-new-device", { device: z.string() }),
  kind("family-deletion-requested", byOperator),
  kind("family-kept", byOperator),
  kind("family-imported", byOperator),
  kind("family-moved", { from: z.string() }),
  kind("family-renamed", { from: Name, to: Name }),
  kind("time-zone-changed", { from: z.string(), to: z.string() }),
  kind("country-changed", { from: z.string(), to: z.string() }),
  kind("puzzle-library-changed", { isOn: z.boolean() }),
  kind("family-switch-changed", { name: z.enum(familySwitches), isOn: z.boolean() }),
  /** Null if it is the built-in one again. */
  kind("question-set", { question: z.nullable(z.string()) }),
  kind("plan-changed", {}),
  kind("plan-restored", {}),
  kind("webhook-set", {}),
  kind("webhook-secret-renewed", {}),
  kind("webhook-removed", {}),
  kind("thing-added", thing),
  kind("thing-changed", thing),
  kind("thing-removed", thing),
  kind("thing-picture-changed", thing),
  kind("thing-picture-removed", thing),
  kind("guide-written", { guide: Name }),
  kind("guide-changed", { guide: Name }),
  kind("guide-deleted", { guide: Name }),
  kind("invitation-created", invitation),
  kind("invitation-renewed", invitation),
  kind("invitation-canceled", invitation),
  kind("invitation-declined", invitation),
  kind("calendar-connected", {}),
  kind("calendar-disconnected", {}),
  kind("calendar-address-made", {}),
  kind("calendar-address-ended", {}),
]);
export type RecordedChange = z.output<typeof RecordedChange>;

export const Activity = z.object({
  id: Id,
  at: Instant,
  /** The name as it was then, or null if nobody was signed in. */
  who: z.nullable(z.string()),
  change: RecordedChange,
});
export type Activity = z.output<typeof Activity>;

export const ActivityPage = z.object({ activity: z.array(Activity), hasOlder: z.boolean() });
export type ActivityPage = z.output<typeof ActivityPage>;

export const listActivity = endpoint({
  method: "GET",
  path: "/api/activity",
  access: "admin",
  summary: "What changed in the family in the last 12 months, and who did it: newest first, 50 at a time",
  query: z.object({ before: z.optional(PathId) }),
  response: ActivityPage,
});
