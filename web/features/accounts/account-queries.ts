// Queries for a person's own account, and the changes that they can make to it.
import { queryOptions } from "@tanstack/react-query";
import type {
  changeCallNumber,
  changeEmail,
  changeNames,
  changePassword,
  changePhoneNumber,
  proveAgain,
} from "#contract/accounts/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { withFreshProof } from "./fresh-proof.ts";

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
