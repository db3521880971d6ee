// Queries for a person's own account, and the changes that they can make to it.
import { queryOptions } from "@tanstack/react-query";
import {
  changeCallNumber,
  changeEmail,
  changeNames,
  changePassword,
  changePhoneNumber,
  confirmEmail,
  getAccount,
  proveAgain,
  removeEmail,
  signOutDevice,
  signOutElsewhere,
} from "#contract/accounts/accounts.ts";
import { changeOwnPicture, removeOwnPicture } from "#contract/accounts/pictures.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { withFreshProof } from "./fresh-proof.ts";

export const accountQuery = queryOptions({
  queryKey: ["account", "self"],
  queryFn: ({ signal }) => call(getAccount, undefined, signal),
  // Signing in elsewhere publishes no live event, so the list of devices is read again each time it is shown.
  refetchOnMount: "always",
});

export const useChangeNames = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeNames>["body"]) => call(changeNames, { body }),
    onSuccess: useRefresh(["account"]),
  });

export const useProveAgain = () =>
  useMutation({ mutationFn: (body: Sent<typeof proveAgain>["body"]) => call(proveAgain, { body }) });

export const useChangePicture = () =>
  useMutation({
    mutationFn: (upload: Blob) => call(changeOwnPicture, { upload }),
    onSuccess: useRefresh(["account"]),
  });

export const useRemovePicture = () =>
  useMutation({ mutationFn: () => call(removeOwnPicture), onSuccess: useRefresh(["account"]) });

export const useChangePhoneNumber = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changePhoneNumber>["body"]) =>
      withFreshProof(() => call(changePhoneNumber, { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useChangeCallNumber = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeCallNumber>["body"]) =>
      withFreshProof(() => call(changeCallNumber, { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useChangeEmail = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeEmail>["body"]) => withFreshProof(() => call(changeEmail, { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (token: string) => call(confirmEmail, { body: { token } }),
    onSuccess: useRefresh(["account"]),
  });

export const useRemoveEmail = () =>
  useMutation({
    mutationFn: () => withFreshProof(() => call(removeEmail)),
    onSuccess: useRefresh(["account"]),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changePassword>["body"]) =>
      withFreshProof(() => call(changePassword, { body })),
    onSuccess: useRefresh(["account"]),
  });

export const useSignOutDevice = () =>
  useMutation({
    mutationFn: (id: number) => withFreshProof(() => call(signOutDevice, { params: { id } })),
    onSettled: useRefresh(["account"]),
  });

export const useSignOutElsewhere = () =>
  useMutation({
    mutationFn: () => withFreshProof(() => call(signOutElsewhere)),
    onSettled: useRefresh(["account"]),
  });
