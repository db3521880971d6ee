import type { SignInCode } from "#contract/accounts/sign-in-codes.ts";
import { call, callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { withFreshProof } from "../fresh-proof.ts";

export const useMakeSignInCode = () =>
  useMutation({
    mutationFn: (memberId: number) =>
      withFreshProof(() => call("POST /api/family/members/:id/sign-in-code", { params: { id: memberId } })),
  });

export const useSignInByCode = () =>
  useMutation({ mutationFn: (body: SignInCode) => callPublic("POST /api/auth/sign-in-code", { body }) });
