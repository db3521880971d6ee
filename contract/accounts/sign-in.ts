// People sign in by a code, by a new account or by a password, and sign out.
import * as z from "zod/mini";
import { EmailAddress, PhoneNumber } from "../contact-details.ts";
import { endpoint } from "../endpoint.ts";
import { Role, TimeZone } from "../families.ts";
import { InviteCode } from "../invitations.ts";
import { readCode } from "../typed-words.ts";
import { Id, linkCode, maxTyped, nameLine, nothing } from "../values.ts";

export const Username = nameLine(80, 2, "Name must be at least 2 characters");
export const GrandparentNames = nameLine(120);

const codeTooLong = "Verification code must not exceed 6 characters";

/** The code alone, or the message that it came in. */
export const Code = z
  .string()
  .check(
    maxTyped(2_000, codeTooLong),
    z.overwrite(readCode),
    z.minLength(4, "Verification code must be at least 4 characters"),
    z.maxLength(6, codeTooLong),
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

/** A provider that people can sign in with, at /api/auth/{id}. */
export const SignInProvider = z.object({ id: z.string(), name: z.string(), icon: z.nullable(z.string()) });
export type SignInProvider = z.output<typeof SignInProvider>;

/** Who can make an account: everybody, people with an invitation, or nobody. */
export const SignUp = z.enum(["open", "invited", "closed"]);
export type SignUp = z.output<typeof SignUp>;

export const SignInOptions = z.object({
  /** Whether this server can text a code to a phone number, or e-mail one. */
  hasTexts: z.boolean(),
  hasEmail: z.boolean(),
  providers: z.array(SignInProvider),
  signUp: z.optional(SignUp),
  /** Whether families live in several cells, which this server finds. */
  isEntrance: z.optional(z.boolean()),
});
export type SignInOptions = z.output<typeof SignInOptions>;

export const getSignInOptions = endpoint({
  method: "GET",
  path: "/api/auth/options",
  access: "anyone",
  summary: "The ways to sign up and sign in that this server has",
  response: SignInOptions,
});

/** How a code is sent. */
export const CodeChannel = z.enum(["phone", "email"]);
export type CodeChannel = z.output<typeof CodeChannel>;

/**
 * With an invitation alone, the code goes to its number or address, which is not shown to the person with the link. It
 * is the number, unless they choose e-mail or the server sends no texts.
 */
const receiver = {
  phoneNumber: z.optional(PhoneNumber),
  email: z.optional(EmailAddress),
  inviteCode: z.optional(InviteCode),
  channel: z.optional(CodeChannel),
};
interface Receiver {
  phoneNumber?: string | undefined;
  email?: string | undefined;
  inviteCode?: string | undefined;
}
const given = ({ phoneNumber, email, inviteCode }: Receiver): number =>
  [phoneNumber, email, inviteCode].filter((each) => each !== undefined).length;
const noNumber = { error: "Phone number must be at least 10 digits", path: ["phoneNumber"] };
const exactlyOne = z.refine<Receiver>((receiver) => given(receiver) === 1, noNumber);

export const RequestedVerification = z.strictObject({ phoneNumber: PhoneNumber });
export type RequestedVerification = z.output<typeof RequestedVerification>;

export const EmailVerification = z.strictObject({ email: EmailAddress });
export type EmailVerification = z.output<typeof EmailVerification>;

export const requestVerification = endpoint({
  method: "POST",
  path: "/api/auth/request-verification",
  access: "anyone",
  summary: "Send a code to a phone number, an e-mail address, or the one that an invitation has",
  body: z.strictObject(receiver).check(exactlyOne),
  response: z.object({ message: z.string() }),
});

export const SentCode = z.strictObject({ code: Code });
export type SentCode = z.output<typeof SentCode>;

export const VerifiedCode = z.strictObject({ phoneNumber: PhoneNumber, code: Code });

export const verifyCode = endpoint({
  method: "POST",
  path: "/api/auth/verify-code",
  access: "anyone",
  summary: "Verify a phone number or e-mail address; a person who has an account with it is signed in",
  body: z.strictObject({ ...receiver, code: Code }).check(exactlyOne),
  response: z.object({ verified: z.literal(true), token: z.optional(z.string()), user: z.optional(User) }),
});

/**
 * `isVerified` is ignored, because only what this browser has just proved counts. Without a number and an e-mail address,
 * the invitation's is used. If it needs no code, the person joins its family at once.
 */
export const Registration = z
  .strictObject({
    username: Username,
    phoneNumber: z.optional(PhoneNumber),
    email: z.optional(EmailAddress),
    /** The number at which the family calls a person who signs up by e-mail. It is not proven. */
    callNumber: z.optional(z.nullable(PhoneNumber)),
    password: Password,
    role: Role,
    isVerified: z.optional(z.boolean()),
    familyId: z.optional(z.null("A family is joined by invitation")),
    grandparentNames: z.optional(z.nullable(GrandparentNames)),
    inviteCode: z.optional(linkCode(64)),
    /** Whether the code went to the invitation's number or to its address, if it did. */
    channel: z.optional(CodeChannel),
    timeZone: z.optional(TimeZone),
  })
  .check(
    z.refine(({ phoneNumber, email, inviteCode }) => Boolean(phoneNumber ?? email ?? inviteCode), noNumber),
    z.refine(({ phoneNumber, email }) => phoneNumber === undefined || email === undefined, {
      error: "Please give either a phone number or an e-mail address",
      path: ["email"],
    }),
  );

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  access: "anyone",
  summary:
    "Create an account for the phone number or e-mail address that this browser has verified, or for an invitation that needs no code",
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
