import { queryOptions, useQuery } from "@tanstack/react-query";
import type {
  changeCallNumber,
  changeEmail,
  changeNames,
  changePassword,
  changePhoneNumber,
  proveAgain,
} from "#contract/accounts/accounts.ts";
import type {
  login,
  register,
  requestVerification,
  SignInOptions,
  User,
  verifyCode,
} from "#contract/accounts/sign-in.ts";
import type { SignInCode } from "#contract/accounts/sign-in-codes.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call, callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { remember, rememberPerson, token, useToken } from "#web/platform/api/session.ts";
import { withFreshProof } from "./fresh-proof.ts";

async function readStatus(signal: AbortSignal) {
  const used = token();
  const status = await call("GET /api/auth/status", undefined, signal);
  if (used !== null && used === token()) {
    rememberPerson(status.user.id, status.user.familyId);
    remember(status.user.role, status.user.grandparentNames);
  }
  return status;
}

/** Says who is signed in, and which family is open. */
export const statusQuery = queryOptions({
  queryKey: ["account", "status"],
  queryFn: ({ signal }) => readStatus(signal),
  meta: { storedOffline: true },
});

/** Undefined while nobody is signed in, or until the server has answered. */
export function useSignedInUser(): User | undefined {
  const isSignedIn = useToken() !== null;
  const { data } = useQuery({ ...statusQuery, enabled: isSignedIn });
  return isSignedIn ? data?.user : undefined;
}

/** The server writes the ways to sign in into the page's head. The development server does not. */
function writtenOptions(): SignInOptions | undefined {
  try {
    return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="sign-in-options"]')?.content ?? "");
  } catch {
    return undefined;
  }
}

/** The ways in which people can sign in on this server. */
export const signInOptionsQuery = queryOptions({
  queryKey: ["account", "sign-in-options"],
  queryFn: ({ signal }) => callPublic("GET /api/auth/options", undefined, signal),
  initialData: writtenOptions,
});

/** The words for a sign-in that failed, whichever way it was tried. */
export const notSignedIn = {
  title: "You are not signed in",
  unreached: "We could not reach Porchlight. Please check your connection and try again.",
};

export const useRequestVerification = () =>
  useMutation({
    mutationFn: (body: Sent<typeof requestVerification>["body"]) =>
      callPublic("POST /api/auth/request-verification", { body }),
  });

export const useVerifyCode = () =>
  useMutation({
    mutationFn: (body: Sent<typeof verifyCode>["body"]) => callPublic("POST /api/auth/verify-code", { body }),
  });

export const useRegister = () =>
  useMutation({
    mutationFn: (body: Sent<typeof register>["body"]) => callPublic("POST /api/auth/register", { body }),
  });

export const useLogin = () =>
  useMutation({ mutationFn: (body: Sent<typeof login>["body"]) => callPublic("POST /api/login", { body }) });

export const useMakeSignInCode = () =>
  useMutation({
    mutationFn: (memberId: number) =>
      withFreshProof(() => call("POST /api/family/members/:id/sign-in-code", { params: { id: memberId } })),
  });

export const useSignInByCode = () =>
  useMutation({ mutationFn: (body: SignInCode) => callPublic("POST /api/auth/sign-in-code", { body }) });

/** The account of the person who is signed in. */
export const accountQuery = queryOptions({
  queryKey: ["account", "self"],
  queryFn: ({ signal }) => call("GET /api/account", undefined, signal),
  // Signing in elsewhere publishes no live event, so the list of devices is read again each time it is shown.
  refetchOnMount: "always",
});

export const useChangeNames = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeNames>["body"]) => call("PUT /api/account", { body }),
    onSuccess: useRefresh(["account"]),
  });

export const useProveAgain = () =>
  useMutation({
    mutationFn: (body: Sent<typeof proveAgain>["body"]) => call("POST /api/account/proof", { body }),
  });

export const useChangePicture = () =>
  useMutation({
    mutationFn: (upload: Blob) => call("PUT /api/account/picture", { upload }),
    onSuccess: useRefresh(["account"]),
  });

export const useRemovePicture = () =>
  useMutation({ mutationFn: () => call("DELETE /api/account/picture"), onSuccess: useRefresh(["account"]) });

interface MemberPicture {
  id: number;
  upload: Blob;
}

export const useChangeMemberPicture = () =>
  useMutation({
    mutationFn: ({ id, upload }: MemberPicture) =>
      call("PUT /api/family/members/:id/picture", { params: { id }, upload }),
    onSuccess: useRefresh(["family"]),
  });

export const useRemoveMemberPicture = () =>
  useMutation({
    mutationFn: (id: number) => call("DELETE /api/family/members/:id/picture", { params: { id } }),
    onSuccess: useRefresh(["family"]),
  });

export const useChangePhoneNumber = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changePhoneNumber>["body"]) =>
      withFreshProof(() => call("PUT /api/account/phone-number", { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useChangeCallNumber = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeCallNumber>["body"]) =>
      withFreshProof(() => call("PUT /api/account/call-number", { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useChangeEmail = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeEmail>["body"]) =>
      withFreshProof(() => call("PUT /api/account/email", { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (token: string) => call("POST /api/account/email/confirmation", { body: { token } }),
    onSuccess: useRefresh(["account"]),
  });

export const useRemoveEmail = () =>
  useMutation({
    mutationFn: () => withFreshProof(() => call("DELETE /api/account/email")),
    onSuccess: useRefresh(["account"]),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changePassword>["body"]) =>
      withFreshProof(() => call("PUT /api/account/password", { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useSignOutDevice = () =>
  useMutation({
    mutationFn: (id: number) =>
      withFreshProof(() => call("DELETE /api/account/devices/:id", { params: { id } })),
    onSettled: useRefresh(["account"]),
  });

export const useSignOutElsewhere = () =>
  useMutation({
    mutationFn: () => withFreshProof(() => call("DELETE /api/account/devices")),
    onSettled: useRefresh(["account"]),
  });
