import type { Role } from "#contract/families.ts";

/** What has been typed and proved so far; it survives steps back and forth and a reload, in this tab only. */
export interface SignupDraft {
  /** As the person wrote it. */
  typedPhoneNumber?: string;
  /** As it was sent: the number that has a code. */
  phoneNumber?: string | undefined;
  /** Instead of a number: the invitation whose number has a code. */
  inviteCode?: string | undefined;
  isVerified?: boolean;
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

export const keepSignupDraft = (part: SignupDraft): void =>
  sessionStorage.setItem(key, JSON.stringify({ ...signupDraft(), ...part }));

export const dropSignupDraft = (): void => sessionStorage.removeItem(key);
