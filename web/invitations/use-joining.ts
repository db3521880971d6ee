import { useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#web/api/refusal.ts";
import { signIn, storedGrandparentNames } from "#web/api/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { useAcceptInvitation } from "./queries.ts";

/** Joins the inviting family as the person who is signed in; the refusal it throws has been said in a toast. */
export function useJoining() {
  const queries = useQueryClient();
  const { mutateAsync: accept } = useAcceptInvitation();
  return async (inviteCode: string, userId: number): Promise<void> => {
    try {
      const { token, role } = await accept({ inviteCode, userId });
      signIn({ token, role, grandparentNames: storedGrandparentNames() });
    } catch (error) {
      throw refusalOf(error, {
        title: "Invitation acceptance failed",
        otherwise: "Failed to accept the invitation.",
      });
    }
    await queries.invalidateQueries({ queryKey: ["account"] });
    toast({ title: "Invitation accepted", description: "You've successfully joined the family." });
  };
}
