import { useQueryClient } from "@tanstack/react-query";
import { startAfresh } from "#web/api/queries.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { type SignedIn, signIn } from "#web/api/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { useAcceptInvitation } from "./queries.ts";

/** Joins the inviting family as this person; the refusal it throws has been said in a toast. */
export function useJoining() {
  const queries = useQueryClient();
  const { mutateAsync: accept } = useAcceptInvitation();
  return async (inviteCode: string, userId: number, session: SignedIn): Promise<void> => {
    const { grandparentNames } = session;
    const joined = await accept({ inviteCode, userId, bearer: session.token }).catch(
      (error: unknown): never => {
        throw refusalOf(error, {
          title: "Invitation acceptance failed",
          otherwise: "Failed to accept the invitation.",
        });
      },
    );
    signIn({ ...joined, grandparentNames });
    await startAfresh(queries);
    toast({ title: "Invitation accepted", description: "You've successfully joined the family." });
  };
}
