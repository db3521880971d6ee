import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Role, TimeZone } from "./families.ts";
import { InviteCode } from "./invitations.ts";
import { EmailAddress, Id, Instant, line, nothing, PathId, PhoneNumber } from "./values.ts";

export const Username = line(80, 2, "Name must be at least 2 characters");
export const GrandparentNames = line(120);

const Code = z
  .string()
  .check(
    z.minLength(4, "Verification code must be at least 4 characters"),
    z.maxLength(6, "Verification code must not exceed 6 characters"),
  );

/** NIST SP 800-63B: length over composition. The browser makes 8 characters at sign-up. */
const Password = z.string().check(z.minLength(8, "Please use at least 8 characters"), z.maxLength(128));

/** `role` and `familyId` are those of the open family, null for somebody who is in none. */
export const User = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  role: z.nullable(Role),
  familyId: z.nullable(Id),
  grandparentNames: z.nullable(z.string()),
  families: z.array(z.object({ id: Id, name: z.string(), role: Role })),
});
export type User = z.output<typeof User>;

/** Instead of a number: the one that an invitation has, which its bearer does not know. */
interface Numbered {
  phoneNumber?: string | undefined;
  inviteCode?: string | undefined;
}
const noNumber = { error: "Phone number must be at least 10 digits", path: ["phoneNumber"] };
const exactlyOne = z.refine<Numbered>(
  ({ phoneNumber, inviteCode }) => (phoneNumber === undefined) !== (inviteCode === undefined),
  noNumber,
);

export const RequestedVerification = z.strictObject({ phoneNumber: PhoneNumber });
export type RequestedVerification = z.output<typeof RequestedVerification>;

export const requestVerification = endpoint({
  method: "POST",
  path: "/api/auth/request-verification",
  access: "anyone",
  summary: "Text a code to a phone number, or to the one that an invitation has",
  body: z
    .strictObject({ phoneNumber: z.optional(PhoneNumber), inviteCode: z.optional(InviteCode) })
    .check(exactlyOne),
  response: z.object({ message: z.string() }),
});

export const TextedCode = z.strictObject({ code: Code });
export type TextedCode = z.output<typeof TextedCode>;

export const VerifiedCode = z.strictObject({ phoneNumber: PhoneNumber, code: Code });

export const verifyCode = endpoint({
  method: "POST",
  path: "/api/auth/verify-code",
  access: "anyone",
  summary: "Prove a phone number; somebody known by it is signed in",
  body: z
    .strictObject({ phoneNumber: z.optional(PhoneNumber), inviteCode: z.optional(InviteCode), code: Code })
    .check(exactlyOne),
  response: z.object({ verified: z.literal(true), token: z.optional(z.string()), user: z.optional(User) }),
});

/** `isVerified` is ignored: only what this browser has just proved counts. Without a number it is the invitation's. */
export const Registration = z
  .strictObject({
    username: Username,
    phoneNumber: z.optional(PhoneNumber),
    password: Password,
    role: Role,
    isVerified: z.optional(z.boolean()),
    familyId: z.optional(z.null("A family is joined by invitation")),
    grandparentNames: z.optional(z.nullable(GrandparentNames)),
    inviteCode: z.optional(z.string().check(z.maxLength(64))),
    timeZone: z.optional(TimeZone),
  })
  .check(z.refine(({ phoneNumber, inviteCode }) => Boolean(phoneNumber ?? inviteCode), noNumber));

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  access: "anyone",
  summary: "Create an account for the phone number that this browser has proved",
  body: Registration,
  response: z.object({
    token: z.string(),
    user: z.object({ id: Id, role: Role, displayName: z.string(), familyId: z.nullable(Id) }),
  }),
  status: 201,
});

export const Login = z.strictObject({
  username: z.string().check(z.minLength(1, "Username is required"), z.maxLength(120)),
  password: z.string().check(z.minLength(1, "Password is required"), z.maxLength(128)),
});

export const login = endpoint({
  method: "POST",
  path: "/api/login",
  access: "anyone",
  summary: "Sign in by username, phone number or e-mail, and password",
  body: Login,
  response: z.object({ token: z.string() }),
});

export const getStatus = endpoint({
  method: "GET",
  path: "/api/auth/status",
  access: "person",
  summary:
    "Who is signed in; the token that a third-party sign-in came back with is exchanged for a session's",
  response: z.object({
    user: User,
    /** Only where it takes the place of the one in the request. */
    token: z.optional(z.string()),
  }),
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  access: "person",
  summary: "Sign out on this device",
  response: nothing,
});

export const Device = z.object({ id: Id, name: z.string(), lastUsedAt: Instant, isThisOne: z.boolean() });

export const Account = z.object({
  username: z.string(),
  grandparentNames: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** Confirmed by its owner, or by the provider of a sign-in. */
  email: z.nullable(z.string()),
  /** To which a letter was sent that waits to be confirmed. */
  unconfirmedEmail: z.nullable(z.string()),
  /** To which the person was invited. */
  invitedEmail: z.nullable(z.string()),
  /** Whether the person has chosen a password they know. */
  hasPassword: z.boolean(),
  devices: z.array(Device),
});
export type Account = z.output<typeof Account>;

export const getAccount = endpoint({
  method: "GET",
  path: "/api/account",
  access: "person",
  summary: "What one can change about oneself, and where one is signed in",
  response: Account,
});

export const Names = z.strictObject({
  username: Username,
  grandparentNames: z.optional(z.nullable(GrandparentNames)),
});

export const changeNames = endpoint({
  method: "PUT",
  path: "/api/account",
  access: "person",
  summary: "Change one's names",
  body: Names,
  response: nothing,
});

export const changePhoneNumber = endpoint({
  method: "PUT",
  path: "/api/account/phone-number",
  access: "person",
  summary: "Move to another phone number, proved by the code texted to it",
  body: VerifiedCode,
  response: nothing,
});

export const NewEmail = z.strictObject({ email: EmailAddress });

export const changeEmail = endpoint({
  method: "PUT",
  path: "/api/account/email",
  access: "person",
  summary: "Say what one's e-mail address is: a letter to it asks whether that is so",
  body: NewEmail,
  response: nothing,
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/account/email/confirmation",
  access: "person",
  summary: "Confirm one's e-mail address by the link of the letter",
  body: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  response: nothing,
});

export const removeEmail = endpoint({
  method: "DELETE",
  path: "/api/account/email",
  access: "person",
  summary: "Be told by e-mail no more",
  response: nothing,
});

export const ChosenPassword = z.strictObject({
  /** Asked of somebody who has chosen one before. */
  currentPassword: z.optional(z.string().check(z.maxLength(128))),
  password: Password,
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/account/password",
  access: "person",
  summary: "Choose a password",
  body: ChosenPassword,
  response: nothing,
});

export const signOutDevice = endpoint({
  method: "DELETE",
  path: "/api/account/devices/:id",
  access: "person",
  summary: "Sign out on one other device",
  params: z.object({ id: PathId }),
  response: nothing,
});

export const signOutElsewhere = endpoint({
  method: "DELETE",
  path: "/api/account/devices",
  access: "person",
  summary: "Sign out everywhere else",
  response: nothing,
});
