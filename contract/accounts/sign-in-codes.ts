// A code by which an admin signs a member of the family in on another device, such as a tablet that has no mail and no phone.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { plainText } from "../typed-words.ts";
import { IdParams, Instant, maxTyped } from "../values.ts";
import { User } from "./sign-in.ts";

/** Crockford's Base32, which leaves out I, L, O and U. */
export const signInCodeSigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const signInCodeLength = 8;

/** Two groups of four are easier to read aloud and to type. */
export const signInCodeInGroups = (code: string): string => code.replace(/^(.{4})(.{4})$/, "$1 $2");

/** Reads a code as people type it: in small letters, in groups, with the letters that look like digits, or as its link. */
const readSignInCode = (typed: string): string =>
  plainText(typed)
    .replace(/^[^#]*#/, "")
    .toUpperCase()
    .replace(/[^A-Z\d]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

const wrongSignInCode = "The code has 8 letters and numbers. Please check it.";

export const SignInCode = z.strictObject({
  code: z
    .string()
    .check(
      maxTyped(400, wrongSignInCode),
      z.overwrite(readSignInCode),
      z.regex(new RegExp(`^[${signInCodeSigns}]{${signInCodeLength}}$`), wrongSignInCode),
    ),
});
export type SignInCode = z.output<typeof SignInCode>;

export const makeSignInCode = endpoint({
  method: "POST",
  path: "/api/family/members/:id/sign-in-code",
  access: "admin",
  needsFreshProof: true,
  summary: "A code that signs a member in on one device, once, within ten minutes; not for admins",
  params: IdParams,
  response: z.object({ code: z.string(), expiresAt: Instant }),
  status: 201,
});

export const signInByCode = endpoint({
  method: "POST",
  path: "/api/auth/sign-in-code",
  access: "anyone",
  summary: "Sign in with the code that someone from the family shows",
  body: SignInCode,
  response: z.object({ token: z.string(), user: User }),
});
