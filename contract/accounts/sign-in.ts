// People sign in by a texted code, by a new account or by a password, and sign out.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Role, TimeZone } from "../families.ts";
import { InviteCode } from "../invitations.ts";
import { Id, nameLine, nothing, PhoneNumber } from "../values.ts";

export const Username = nameLine(80, 2, "Name must be at least 2 characters");
export const GrandparentNames = nameLine(120);

export const Code = z
  .string()
  .check(
    z.minLength(4, "Verification code must be at least 4 characters"),
    z.maxLength(6, "Verification code must not exceed 6 characters"),
  );

/** NIST SP 800-63B prefers length over composition. The browser makes 8 characters at sign-up. */
export const Password = z
  .string()
  .check(z.minLength(8, "Please use at least 8 characters"), z.maxLength(128));

/** `role` and `familyId` are those of the open family. They are null for people without a family. */
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

/** If no number is given, the code goes to the invitation's number, which is not shown to the person with the link. */
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
  summary: "Verify a phone number; a person who has an account with it is signed in",
  body: z
    .strictObject({ phoneNumber: z.optional(PhoneNumber), inviteCode: z.optional(InviteCode), code: Code })
    .check(exactlyOne),
  response: z.object({ verified: z.literal(true), token: z.optional(z.string()), user: z.optional(User) }),
});

/** `isVerified` is ignored, because only what this browser has just proved counts. Without a number, the invitation's is used. */
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
  summary: "Create an account for the phone number that this browser has verified",
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
    /** Present only if it replaces the token of the request. */
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
