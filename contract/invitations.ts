import * as z from "zod/mini";
import { EmailAddress } from "./contact-details.ts";
import { endpoint } from "./endpoint.ts";
import { Role } from "./families.ts";
import { Id, IdParams, Instant, linkCode, maxTyped, nameLine, nothing, PathId } from "./values.ts";

export const Invitation = z.object({
  id: Id,
  familyId: Id,
  name: z.string(),
  /** Null for a person without one. */
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  role: Role,
  status: z.enum(["pending", "accepted", "declined"]),
  inviteCode: z.string(),
  expiresAt: Instant,
  /** The last time its link was e-mailed; null if it was not. */
  emailedAt: z.nullable(Instant),
  /** The last time its link was texted; null if it was not. */
  textedAt: z.nullable(Instant),
  /** The time at which somebody opened the expired link and asked for a new one. */
  renewalAskedAt: z.nullable(Instant),
});
export type Invitation = z.output<typeof Invitation>;

export const InviteCode = linkCode(64).check(z.minLength(1));

/** The link of an invitation, or its code, as somebody typed or pasted it. */
export const TypedInviteCode = z.strictObject({
  code: linkCode(64).check(z.minLength(1, "Please enter the link or the code from your invitation")),
});
export type TypedInviteCode = z.output<typeof TypedInviteCode>;

const invited = {
  name: nameLine(80, 1, "Name is required"),
  /** Null for a person without one. Then the phone number takes its place, or the inviter hands over the link. */
  email: z.nullable(EmailAddress),
  phoneNumber: z.optional(z.nullable(z.string().check(maxTyped(200, "Please use at most 200 characters")))),
  familyId: Id,
  /** Whether the inviter hands the link to somebody who has neither. */
  isHandedOver: z.optional(z.boolean()),
};
interface Reach {
  email: string | null;
  phoneNumber?: string | null | undefined;
  isHandedOver?: boolean | undefined;
}
const isReached = z.refine<Reach>(
  ({ email, phoneNumber, isHandedOver }) =>
    email !== null || Boolean(phoneNumber?.trim()) || isHandedOver === true,
  { error: "Phone number must be at least 10 digits", path: ["phoneNumber"] },
);

export const NewInvitation = z.strictObject({ ...invited, role: z._default(Role, "admin") }).check(isReached);

/** In the app, somebody chooses the role. */
export const ChosenInvitation = z.strictObject({ ...invited, role: Role }).check(isReached);

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/invitations/family/:familyId",
  access: "inviter",
  summary: "The family's invitations, newest first",
  params: z.object({ familyId: PathId }),
  response: z.array(Invitation),
});

export const createInvitation = endpoint({
  method: "POST",
  path: "/api/invitations",
  access: "inviter",
  summary: "Invite someone with a link that works for seven days",
  body: NewInvitation,
  response: Invitation,
  status: 201,
});

export const renewInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:id/renewal",
  access: "inviter",
  summary: "Make the same link work for seven more days, and send it again",
  params: IdParams,
  response: Invitation,
});

export const deleteInvitation = endpoint({
  method: "DELETE",
  path: "/api/invitations/:id",
  access: "inviter",
  summary: "Cancel an invitation",
  params: IdParams,
  response: nothing,
});

/** The part of an invitation that a person with the link may know before joining. */
export const OpenInvitation = z.object({
  name: z.string(),
  familyId: Id,
  familyName: z.string(),
  invitedBy: z.string(),
  role: Role,
  inviteCode: z.string(),
  /** The last two digits of the invited phone number, which can be texted a code; null if there is none. */
  phoneHint: z.nullable(z.string()),
  /** Enough of the invited e-mail address to recognize it; null if there is none. */
  emailHint: z.nullable(z.string()),
  /** Whether the link alone is enough to join, because the server can send the invited person no code. */
  needsNoCode: z.boolean(),
});
export type OpenInvitation = z.output<typeof OpenInvitation>;

export const verifyInvitation = endpoint({
  method: "GET",
  path: "/api/invitations/verify",
  access: "anyone",
  summary: "Look at an invitation: 404 when unknown or expired, 410 when used",
  query: z.object({ code: InviteCode }),
  response: OpenInvitation,
});

export const ExpiredInvitation = z.object({
  id: Id,
  familyId: Id,
  /** The name of the person who was invited. */
  name: z.string(),
  /** The name of the member who can renew it. */
  renewedBy: z.string(),
});
export type ExpiredInvitation = z.output<typeof ExpiredInvitation>;

export const getExpiredInvitation = endpoint({
  method: "GET",
  path: "/api/invitations/expired",
  access: "anyone",
  summary: "Who to ask for a renewal: 404 when the link is unknown or has not expired",
  query: z.object({ code: InviteCode }),
  response: ExpiredInvitation,
});

export const askForRenewal = endpoint({
  method: "POST",
  path: "/api/invitations/renewal-request",
  access: "anyone",
  summary: "Ask the person who invited you to renew an expired link; they are told at most once an hour",
  body: z.strictObject({ inviteCode: InviteCode }),
  response: nothing,
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/accept",
  access: "person",
  summary: "Join the inviting family; a code works once",
  body: z.strictObject({ inviteCode: InviteCode, userId: z.optional(Id) }),
  response: z.object({ token: z.string(), role: Role }),
});

export const declineInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/decline",
  access: "anyone",
  summary: "Say no to an invitation",
  body: z.strictObject({ inviteCode: InviteCode }),
  response: nothing,
});
