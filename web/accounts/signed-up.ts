import { useQueryClient } from "@tanstack/react-query";
import type { OpenInvitation } from "#contract/invitations.ts";
import { type SignedIn, signIn } from "#web/api/session.ts";
import { useJoining } from "#web/invitations/use-joining.ts";
import { dropSignupDraft } from "./signup-draft.ts";

/** How the signup ended. */
export interface SignedUp {
  name: string;
  isNew: boolean;
  /** Whether the invitation was accepted; undefined without one. */
  hasJoined?: boolean;
}

interface Arrival extends Pick<SignedUp, "name" | "isNew"> {
  userId: number;
  session: SignedIn;
}

/** Signs the person in and accepts the invitation; where that fails, the signup is complete without it. */
export function useArrival(invitation: OpenInvitation | undefined) {
  const queries = useQueryClient();
  const join = useJoining();
  return async ({ name, isNew, userId, session }: Arrival): Promise<SignedUp> => {
    signIn(session);
    dropSignupDraft();
    await queries.resetQueries({ queryKey: ["account"] });
    if (!invitation) return { name, isNew };
    const hasJoined = await join(invitation.inviteCode, userId).then(
      () => true,
      () => false,
    );
    return { name, isNew, hasJoined };
  };
}
