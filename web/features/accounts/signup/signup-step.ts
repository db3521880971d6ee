import { useLocation, useSearchParams } from "wouter";
import type { CodeChannel } from "#contract/accounts/sign-in.ts";
import type { Role } from "#contract/families.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { readLinkCode } from "#contract/typed-words.ts";

/** The values that were typed and proved so far. They survive steps and reloads, in this tab only. */
interface SignupDraft {
  /** The number as the person typed it. */
  typedPhoneNumber?: string;
  /** The number to which a code was sent. */
  phoneNumber?: string | undefined;
  typedEmail?: string;
  /** The e-mail address to which a code was sent. */
  email?: string | undefined;
  channel?: CodeChannel;
  /** The invitation whose number or address was sent a code, or whose link needs none. It replaces both. */
  inviteCode?: string | undefined;
  /** Whether the invitation link takes the place of a code. */
  isByLink?: boolean;
  isVerified?: boolean;
  callNumber?: string;
  username?: string;
  role?: Role;
  grandparentNames?: string;
}

const key = "porchlight-signup";

export function signupDraft(): SignupDraft {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

export const storeSignupDraft = (part: SignupDraft): void =>
  sessionStorage.setItem(key, JSON.stringify({ ...signupDraft(), ...part }));

export const removeSignupDraft = (): void => sessionStorage.removeItem(key);

type SignupStep = "phone" | "verify" | "profile";

/** Returns the step in the address, or the last one that the person has reached. */
function stepAt(asked: string | null, draft: SignupDraft, code: string | null): SignupStep {
  const { phoneNumber, email, inviteCode, isByLink, isVerified } = draft;
  const hasCode = inviteCode ? inviteCode === code : Boolean(phoneNumber ?? email);
  if (!hasCode || (asked !== "verify" && asked !== "profile")) return "phone";
  if (asked === "profile" && isVerified) return "profile";
  return isByLink ? "phone" : "verify";
}

/** The step is in the address, so that the browser's Back leads one step back. */
export function useSignupStep() {
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  const given = search.get("code");
  const code = given === null ? null : readLinkCode(given);
  const addressOf = (step: SignupStep): string => {
    const signup = step === "phone" ? "signup" : `signup=${step}`;
    return code === null ? `${path}?${signup}` : `${path}?code=${encodeURIComponent(code)}&${signup}`;
  };
  return {
    step: stepAt(search.get("signup"), signupDraft(), code),
    addressOf,
    goTo: (step: SignupStep) => navigate(addressOf(step)),
  };
}

/** There is no code to enter for somebody who joins by the link alone. */
export const lastStepWords = (): string => (signupDraft().isByLink ? "Step 2 of 2" : "Step 3 of 3");

export const signupTitle = (invitation: OpenInvitation | undefined): string =>
  invitation ? "Accept invitation & create account" : "Create your account";

// There are exactly 64 characters, so six random bits pick each with the same probability.
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Nobody ever types this password. People who sign up by phone sign in by phone, or set their own password later. */
export const randomPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => characters.charAt(byte & 63)).join("");
