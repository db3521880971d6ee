// People, their devices and codes, and how they sign in.
import type { Generated } from "kysely";

interface People {
  id: Generated<number>;
  username: string;
  grandparent_names: string | null;
  phone_number: string | null;
  /** The number at which the family calls a person who has proven none. */
  call_number: string | null;
  email: string | null;
  password_hash: string | null;
  /** False while the password is the one that the browser made at sign-up. */
  has_chosen_password: Generated<boolean>;
  shares_puzzle: Generated<boolean>;
  created_at: Date;
  /** The time at which the person took this username. */
  named_at: Date;
}

interface PeoplePictures {
  id: Generated<number>;
  person_id: number;
  bytes: Buffer;
  created_at: Date;
}

interface Sessions {
  id: Generated<number>;
  token_hash: Buffer;
  person_id: number;
  /** The family that is open on this device. */
  family_id: number | null;
  device: string;
  /** The hash of the device's cookie. */
  device_hash: Buffer | null;
  /** True until they are turned on again on this device. */
  are_messages_off: Generated<boolean>;
  created_at: Date;
  last_used_at: Date;
  /** Null for a session that somebody else started with a code. */
  proven_at: Date | null;
  expires_at: Date;
}

interface Verifications {
  id: Generated<number>;
  /** A number in E.164 format, or an e-mail address in lower case. */
  address: string;
  /** The hash of the cookie that binds the code and its proof to one browser. */
  browser_hash: Buffer;
  code_hash: Buffer;
  checks: Generated<number>;
  sent_at: Date;
  /** Whether it was requested on a remembered device of the address's owner. */
  is_remembered: Generated<boolean>;
  verified_at: Date | null;
  used_at: Date | null;
}

interface RememberedDevices {
  person_id: number;
  device_hash: Buffer;
  last_signed_in_at: Date;
}

interface Identities {
  issuer: string;
  subject: string;
  person_id: number;
  created_at: Date;
}

interface SignInAttempts {
  /** The id of the provider that the browser was sent to. */
  provider: string;
  state_hash: Buffer;
  browser_hash: Buffer;
  sealed_invite_code: Buffer | null;
  time_zone: string;
  expires_at: Date;
}

interface ReturnTokens {
  token_hash: Buffer;
  browser_hash: Buffer;
  person_id: number;
  expires_at: Date;
}

/** Codes by which an admin signs somebody else in. */
interface SignInCodes {
  family_id: number;
  person_id: number;
  /** A keyed hash. */
  code_hash: Buffer;
  made_by: number;
  expires_at: Date;
}

interface AccountChanges {
  id: Generated<number>;
  person_id: number;
  /** The session that made the change. It may have ended since. */
  session_id: number;
  kind: "phone-number" | "email" | "password" | "passkey" | "deletion" | "sign-in";
  /** The number, address and password that the account had before. */
  phone_number: string | null;
  email: string | null;
  password_hash: string | null;
  has_chosen_password: boolean;
  changed_at: Date;
  undone_at: Date | null;
}

interface Passkeys {
  id: Generated<number>;
  person_id: number;
  /** In base64url, as browsers send it. */
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** The change that added it, for as long as that can be undone. */
  change_id: number | null;
}

interface PasskeyChallenges {
  challenge_hash: Buffer;
  browser_hash: Buffer;
  /** Null for a sign-in. */
  person_id: number | null;
  expires_at: Date;
}

interface EmailConfirmations {
  id: Generated<number>;
  person_id: number;
  email: string;
  sent_at: Date;
  ended_at: Date | null;
}

/** Accounts whose owners have asked for their deletion. */
interface AccountDeletions {
  person_id: number;
  requested_at: Date;
  due_at: Date;
}

export interface AccountTables {
  account_deletions: AccountDeletions;
  account_changes: AccountChanges;
  passkeys: Passkeys;
  passkey_challenges: PasskeyChallenges;
  email_confirmations: EmailConfirmations;
  people: People;
  people_pictures: PeoplePictures;
  sessions: Sessions;
  verifications: Verifications;
  remembered_devices: RememberedDevices;
  identities: Identities;
  sign_in_attempts: SignInAttempts;
  return_tokens: ReturnTokens;
  sign_in_codes: SignInCodes;
}
