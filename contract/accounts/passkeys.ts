// Passkeys let people sign in with the lock of their device, as an alternative to the texted code.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, Instant, maxTyped, nothing } from "../values.ts";
import { User } from "./sign-in.ts";

export const maxPasskeys = 10;

export const Passkey = z.object({
  id: Id,
  /** The device it was made on, such as "Safari on iPad". */
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
});
export type Passkey = z.output<typeof Passkey>;

const notAPasskey = "We could not read that passkey. Please try again.";

/** WebAuthn encodes bytes in JSON as base64url. The fields keep WebAuthn's names. */
const word = (max: number) => z.string().check(maxTyped(max, notAPasskey), z.regex(/^[\w-]+$/, notAPasskey));
/** The longest id of a credential is 1,023 bytes. */
const CredentialId = word(1_364);
const ClientData = word(4_000);

/** The ways in which the browser reaches the authenticator, such as "internal" or "usb". */
const Transports = z.array(word(30)).check(z.maxLength(10));

const publicKey = z.literal("public-key");

export const listPasskeys = endpoint({
  method: "GET",
  path: "/api/account/passkeys",
  access: "person",
  summary: "Your passkeys, newest first",
  response: z.array(Passkey),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const NewPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
  timeout: z.int(),
});
export type NewPasskeyOptions = z.output<typeof NewPasskeyOptions>;

export const startPasskey = endpoint({
  method: "POST",
  path: "/api/account/passkeys/options",
  access: "person",
  needsFreshProof: true,
  summary: "What a browser needs to make a passkey; good for five minutes, in the browser that asked",
  response: NewPasskeyOptions,
});

const NewPasskey = z.strictObject({
  id: CredentialId,
  clientDataJSON: ClientData,
  attestationObject: word(16_000),
  transports: Transports,
});
export type NewPasskey = z.output<typeof NewPasskey>;

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/account/passkeys",
  access: "person",
  summary: "Add the passkey that the browser made from its options; the fresh proof was asked for with them",
  body: NewPasskey,
  response: Passkey,
  status: 201,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/account/passkeys/:id",
  access: "person",
  needsFreshProof: true,
  summary: "Remove one of your passkeys: nobody can sign in with it anymore",
  params: IdParams,
  response: nothing,
});

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
const PasskeySignInOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal("required"),
  timeout: z.int(),
});
export type PasskeySignInOptions = z.output<typeof PasskeySignInOptions>;

export const startPasskeySignIn = endpoint({
  method: "POST",
  path: "/api/auth/passkey/options",
  access: "anyone",
  summary: "What a browser needs to sign in with a passkey; good for five minutes, in the browser that asked",
  response: PasskeySignInOptions,
});

const SignedPasskey = z.strictObject({
  id: CredentialId,
  clientDataJSON: ClientData,
  authenticatorData: word(4_000),
  signature: word(2_000),
  userHandle: word(100),
});
export type SignedPasskey = z.output<typeof SignedPasskey>;

export const signInByPasskey = endpoint({
  method: "POST",
  path: "/api/auth/passkey",
  access: "anyone",
  summary: "Sign in with a passkey",
  body: SignedPasskey,
  response: z.object({ token: z.string(), user: User }),
});
