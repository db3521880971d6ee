// Remembers an invitation that was closed before the person could join, so that home can say whom to ask for a new link.
import type { OpenInvitation } from "#contract/invitations.ts";
import { untilSignOut } from "#web/platform/api/session.ts";

type Invited = Pick<OpenInvitation, "inviteCode" | "familyName" | "invitedBy">;

const seenKey = "porchlight-invitation";
const missedKey = `${untilSignOut}missed-invitation`;

function read(storage: Storage, key: string): Invited | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what this tab was shown, also while it is at a provider. */
export const rememberInvitation = ({ inviteCode, familyName, invitedBy }: OpenInvitation): void =>
  sessionStorage.setItem(seenKey, JSON.stringify({ inviteCode, familyName, invitedBy }));

/** Keeps it as missed if this tab was shown that invitation. */
export function missInvitation(inviteCode: string): void {
  const seen = read(sessionStorage, seenKey);
  if (seen?.inviteCode === inviteCode) localStorage.setItem(missedKey, JSON.stringify(seen));
}

export const missedInvitation = (): Invited | undefined => read(localStorage, missedKey);

export const forgetMissedInvitation = (): void => localStorage.removeItem(missedKey);
