import { useQueryClient } from "@tanstack/react-query";
import type { User } from "#contract/accounts/sign-in.ts";
import { startAfresh } from "#web/platform/api/queries.ts";
import { type SignedIn, signIn } from "#web/platform/api/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { removeSignupDraft } from "./signup-step.ts";

/** The result of the signup. */
export interface SignedUp {
  name: string;
  isNew: boolean;
  /** Whether the invitation was accepted, or undefined without an invitation. */
  hasJoined: boolean | undefined;
}

interface Arrival extends Pick<SignedUp, "name" | "isNew"> {
  userId: number;
  session: SignedIn;
  /** Whether the person is in the family of the invitation already. */
  hasJoined?: boolean;
}

/** The arrival of somebody who already has an account. */
export const knownArrival = (token: string, user: User): Arrival => {
  const { id: userId, displayName: name, role, grandparentNames } = user;
  return { name, isNew: false, userId, session: { token, role, grandparentNames } };
};

/** Joins the family of the invitation as this person, or throws. */
export type AcceptInvitation = (userId: number, session: SignedIn) => Promise<void>;

export const sayJoined = (): void =>
  toast({ title: "Invitation accepted", description: "You've successfully joined the family." });

/** Signs the person in, and accepts the invitation if there is one. A refusal of that does not undo the signup. */
export function useArrival(accept: AcceptInvitation | undefined) {
  const queries = useQueryClient();
  return async ({ name, isNew, userId, session, hasJoined = false }: Arrival): Promise<SignedUp> => {
    removeSignupDraft();
    const hasAccepted =
      !hasJoined &&
      accept &&
      (await accept(userId, session).then(
        () => true,
        () => false,
      ));
    if (!hasAccepted) {
      signIn(session);
      await startAfresh(queries);
    }
    if (hasJoined) sayJoined();
    return { name, isNew, hasJoined: hasJoined || hasAccepted };
  };
}
