import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Sent } from "#contract/endpoint.ts";
import { type createInvitation, type Invitation, OpenInvitation } from "#contract/invitations.ts";
import {
  forgetMissedInvitation,
  missInvitation,
  rememberInvitation,
} from "#web/features/accounts/missed-invitation.tsx";
import { sayJoined } from "#web/features/accounts/signup/arrival.ts";
import { CallError, call, callPublic, isForbidden, messageOf } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh, useRefresh } from "#web/platform/api/queries.ts";
import { type SignedIn, signIn } from "#web/platform/api/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";

/** The part of an invitation that the holder of its code may see, or null if the response is not valid. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ["invitations", "verify", code],
    queryFn: async ({ signal }) => {
      const answer = await callPublic("GET /api/invitations/verify", { query: { code } }, signal);
      const open = OpenInvitation.safeParse(answer).data ?? null;
      if (open) rememberInvitation(open);
      return open;
    },
    // Read only once. If the invitation changes in the meantime, accepting it says so. A new visit reads it again.
    staleTime: "static",
    gcTime: 0,
  });

/** The person who can renew it. */
export const expiredInvitationQuery = (code: string) =>
  queryOptions({
    queryKey: ["invitations", "expired", code],
    queryFn: ({ signal }) => callPublic("GET /api/invitations/expired", { query: { code } }, signal),
    gcTime: 0,
  });

export const familyInvitationsQuery = (familyId: number) =>
  queryOptions({
    queryKey: ["invitations", "family", familyId],
    queryFn: async ({ signal }) => {
      try {
        return await call("GET /api/invitations/family/:familyId", { params: { familyId } }, signal);
      } catch (error) {
        const description = messageOf(error, "Please try again.");
        if (!signal.aborted && !isForbidden(error))
          toast({ title: "Failed to fetch invitations", description, variant: "destructive" });
        throw error;
      }
    },
  });

export const useCreateInvitation = () =>
  useMutation({
    mutationFn: async (body: Sent<typeof createInvitation>["body"]): Promise<Invitation> => {
      const { email = null, phoneNumber = null } = body;
      const typed = { ...body, email, phoneNumber, id: 0, status: "pending", expiresAt: "" };
      // The answer may hold nothing but the code.
      return { ...typed, ...(await call("POST /api/invitations", { body })) };
    },
    onSuccess: useRefresh(["invitations", "family"]),
  });

export const useDeleteInvitation = () =>
  useMutation({
    mutationFn: (id: number) => call("DELETE /api/invitations/:id", { params: { id } }),
    onSettled: useRefresh(["invitations", "family"]),
  });

export const useRenewInvitation = () =>
  useMutation({
    mutationFn: (id: number) => call("POST /api/invitations/:id/renewal", { params: { id } }),
    onSettled: useRefresh(["invitations", "family"]),
  });

export const useAskForRenewal = () =>
  useMutation({
    mutationFn: (inviteCode: string) =>
      callPublic("POST /api/invitations/renewal-request", { body: { inviteCode } }),
  });

interface Acceptance {
  inviteCode: string;
  userId: number;
  /** The token of a person who has just registered. It is not stored before the signup is complete. */
  bearer?: string | undefined;
}

const useAcceptInvitation = () =>
  useMutation({
    mutationFn: ({ bearer, ...body }: Acceptance) => call("POST /api/invitations/accept", { body, bearer }),
  });

export const useDeclineInvitation = () =>
  useMutation({
    mutationFn: (inviteCode: string) => callPublic("POST /api/invitations/decline", { body: { inviteCode } }),
  });

/** An answered invitation is gone, and one that was canceled or has expired is not found. */
const isClosed = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 410);

/** Somebody who comes too late, and is in no family, gets one of their own. */
async function comeTooLate(inviteCode: string, { token: bearer, role }: SignedIn): Promise<void> {
  missInvitation(inviteCode);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body = { role: role === "grandparent" ? role : "admin", timeZone } as const;
  // It is refused to people who have a family. Without one, home offers to set it up.
  await call("POST /api/families", { body, bearer }).catch(() => undefined);
}

/** Joins the inviting family as this person. An error is shown in a toast and then thrown. */
export function useJoinFamily() {
  const queries = useQueryClient();
  const { mutateAsync: accept } = useAcceptInvitation();
  return async (inviteCode: string, userId: number, session: SignedIn): Promise<void> => {
    const { grandparentNames } = session;
    const joined = await accept({ inviteCode, userId, bearer: session.token }).catch(
      async (error: unknown): Promise<never> => {
        const shown = toastError(error, {
          title: "Invitation acceptance failed",
          otherwise: "Failed to accept the invitation.",
        });
        if (isClosed(error)) await comeTooLate(inviteCode, session);
        throw shown;
      },
    );
    forgetMissedInvitation();
    signIn({ ...joined, grandparentNames });
    await startAfresh(queries);
    sayJoined();
  };
}
