// Lets people change their own details and manage the devices they are signed in on.
import * as z from "zod/mini";
import { EmailAddress, PhoneNumber } from "../contact-details.ts";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, Instant, linkCode, nothing } from "../values.ts";
import { Code, GrandparentNames, Password, SignInProvider, Username, VerifiedCode } from "./sign-in.ts";

const Device = z.object({ id: Id, name: z.string(), lastUsedAt: Instant, isThisOne: z.boolean() });

export const Account = z.object({
  username: z.string(),
  grandparentNames: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** The number at which the family calls a person who signs in without one. */
  callNumber: z.nullable(z.string()),
  /** Confirmed by its owner or by the sign-in provider. */
  email: z.nullable(z.string()),
  /** The address that a confirmation e-mail was sent to, until it is confirmed. */
  unconfirmedEmail: z.nullable(z.string()),
  /** The address to which the person was invited. */
  invitedEmail: z.nullable(z.string()),
  /** False while the password is the one that the browser made at sign-up. */
  hasPassword: z.boolean(),
  /** Where a code goes that proves who is signed in; null if we can send none. */
  codesGoTo: z.nullable(z.enum(["phone", "email"])),
  /** The providers that the person signs in with. */
  providers: z.array(SignInProvider),
  /** The address of the picture that the person has given, if any. */
  picture: z.nullable(z.string()),
  /** When the account is deleted, if the person asked for that. */
  deletionDueAt: z.nullable(Instant),
  devices: z.array(Device),
  /** Whether the person runs this server. */
  isOperator: z.boolean(),
});
export type Account = z.output<typeof Account>;

export const getAccount = endpoint({
  method: "GET",
  path: "/api/account",
  access: "person",
  summary: "The signed-in person's own details, and where they are signed in",
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
  summary: "Change your own names",
  body: Names,
  response: nothing,
});

const TypedPassword = z.string().check(z.minLength(1, "Password is required"), z.maxLength(128));

export const PasswordProof = z.strictObject({ password: TypedPassword });
export type PasswordProof = z.output<typeof PasswordProof>;

/** Either the password, or the code that was sent to the person's own number or e-mail address. */
export const Proof = z.strictObject({ password: z.optional(TypedPassword), code: z.optional(Code) }).check(
  z.refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    error: "Please enter your password or a code",
    path: ["code"],
  }),
);

export const proveAgain = endpoint({
  method: "POST",
  path: "/api/account/proof",
  access: "person",
  summary: "Prove who you are again: for five minutes this session may change what needs a fresh proof",
  body: Proof,
  response: nothing,
});

export const changePhoneNumber = endpoint({
  method: "PUT",
  path: "/api/account/phone-number",
  access: "person",
  needsFreshProof: true,
  summary: "Change your phone number, with the code texted to the new one",
  body: VerifiedCode,
  response: nothing,
});

export const CallNumber = z.strictObject({ phoneNumber: z.nullable(PhoneNumber) });

export type CallNumber = z.output<typeof CallNumber>;

export const changeCallNumber = endpoint({
  method: "PUT",
  path: "/api/account/call-number",
  access: "person",
  needsFreshProof: true,
  summary: "Set or remove the number that your family calls, if you sign in without a phone number",
  body: CallNumber,
  response: nothing,
});

export const NewEmail = z.strictObject({ email: EmailAddress });

export const changeEmail = endpoint({
  method: "PUT",
  path: "/api/account/email",
  access: "person",
  needsFreshProof: true,
  summary: "Add your e-mail address: an e-mail to it asks for confirmation",
  body: NewEmail,
  response: nothing,
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/account/email/confirmation",
  access: "person",
  summary: "Confirm your e-mail address with the link in the e-mail",
  body: z.strictObject({ token: linkCode(100) }),
  response: nothing,
});

export const removeEmail = endpoint({
  method: "DELETE",
  path: "/api/account/email",
  access: "person",
  needsFreshProof: true,
  summary: "Remove your e-mail address",
  response: nothing,
});

export const ChosenPassword = z.strictObject({
  /** Required once the person has chosen a password. */
  currentPassword: z.optional(z.string().check(z.maxLength(128))),
  password: Password,
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/account/password",
  access: "person",
  summary: "Set a password; the first needs a fresh proof, a later one the current password",
  body: ChosenPassword,
  response: nothing,
});

export const signOutDevice = endpoint({
  method: "DELETE",
  path: "/api/account/devices/:id",
  access: "person",
  needsFreshProof: true,
  summary: "Sign out on one other device",
  params: IdParams,
  response: nothing,
});

export const signOutElsewhere = endpoint({
  method: "DELETE",
  path: "/api/account/devices",
  access: "person",
  needsFreshProof: true,
  summary: "Sign out everywhere else",
  response: nothing,
});
