import { useQueryClient } from "@tanstack/react-query";
import type { User } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { startAfresh } from "#web/api/queries.ts";
import { type SignedIn, signIn } from "#web/api/session.ts";
import { useJoining } from "#web/invitations/joining.ts";
import { dropSignupDraft } from "./signup-draft.ts";

/** How the signup ended. */
export interface SignedUp {
  name: string;
  isNew: boolean;
  /** Whether the invitation was accepted; undefined without one. */
  hasJoined: boolean | undefined;
}

interface Arrival extends Pick<SignedUp, "name" | "isNew"> {
  userId: number;
  session: SignedIn;
}

/** The arrival of somebody who has an account already. */
export const knownArrival = (token: string, user: User): Arrival => {
  const { id: userId, displayName: name, role, grandparentNames } = user;
  return { name, isNew: false, userId, session: { token, role, grandparentNames } };
};

/** Accepts the invitation and signs the person in; where it is refused, the signup is complete without it. */
export function useArrival(invitation: OpenInvitation | undefined) {
  const queries = useQueryClient();
  const join = useJoining();
  return async ({ name, isNew, userId, session }: Arrival): Promise<SignedUp> => {
    dropSignupDraft();
    const hasJoined =
      invitation &&
      (await join(invitation.inviteCode, userId, session).then(
        () => true,
        () => false,
      ));
    if (!hasJoined) {
      signIn(session);
      await startAfresh(queries);
    }
    return { name, isNew, hasJoined };
  };
}
