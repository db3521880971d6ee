import { makeSignInCode, type SignInCode, signInByCode } from "#contract/accounts/sign-in-codes.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { withFreshProof } from "../fresh-proof.ts";

export const useMakeSignInCode = () =>
  useMutation({
    mutationFn: (memberId: number) =>
      withFreshProof(() => call(makeSignInCode, { params: { id: memberId } })),
  });

export const useSignInByCode = () =>
  useMutation({ mutationFn: (body: SignInCode) => call(signInByCode, { body }) });
