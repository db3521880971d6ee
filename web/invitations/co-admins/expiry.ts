import type { Invitation } from "#contract/invitations.ts";

/** It waits, but its link does not open it any more. */
export const isExpired = ({ status, expiresAt }: Invitation, now: number): boolean =>
  status === "pending" && Date.parse(expiresAt) <= now;
