// Queries for a person's own account, and the changes that they can make to it.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
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
import { call } from "#web/api/call.ts";
import { withFreshProof } from "./fresh-proof.ts";

export const accountQuery = queryOptions({
  queryKey: ["account", "self"],
  queryFn: ({ signal }) => call(getAccount, undefined, signal),
  // Signing in elsewhere publishes no live event, so the list of devices is read again each time it is shown.
  refetchOnMount: "always",
});

const useAccountRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["account"] });
};

export const useChangeNames = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({
    mutationFn: (body: Sent<typeof changeNames>["body"]) => call(changeNames, { body }),
    onSuccess,
  });
};

export const useProveAgain = () =>
  useMutation({ mutationFn: (body: Sent<typeof proveAgain>["body"]) => call(proveAgain, { body }) });

export const useChangePicture = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({ mutationFn: (upload: Blob) => call(changeOwnPicture, { upload }), onSuccess });
};

export const useRemovePicture = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({ mutationFn: () => call(removeOwnPicture), onSuccess });
};

export const useChangePhoneNumber = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({
    mutationFn: (body: Sent<typeof changePhoneNumber>["body"]) =>
      withFreshProof(() => call(changePhoneNumber, { body })),
    onSuccess,
  });
};

export const useChangeCallNumber = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({
    mutationFn: (body: Sent<typeof changeCallNumber>["body"]) =>
      withFreshProof(() => call(changeCallNumber, { body })),
    onSuccess,
  });
};

export const useChangeEmail = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({
    mutationFn: (body: Sent<typeof changeEmail>["body"]) => withFreshProof(() => call(changeEmail, { body })),
    onSuccess,
  });
};

export const useConfirmEmail = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({
    mutationFn: (token: string) => call(confirmEmail, { body: { token } }),
    onSuccess,
  });
};

export const useRemoveEmail = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({ mutationFn: () => withFreshProof(() => call(removeEmail)), onSuccess });
};

export const useChangePassword = () => {
  const onSuccess = useAccountRefresh();
  return useMutation({
    mutationFn: (body: Sent<typeof changePassword>["body"]) =>
      withFreshProof(() => call(changePassword, { body })),
    onSuccess,
  });
};

export const useSignOutDevice = () => {
  const onSettled = useAccountRefresh();
  return useMutation({
    mutationFn: (id: number) => withFreshProof(() => call(signOutDevice, { params: { id: String(id) } })),
    onSettled,
  });
};

export const useSignOutElsewhere = () => {
  const onSettled = useAccountRefresh();
  return useMutation({ mutationFn: () => withFreshProof(() => call(signOutElsewhere)), onSettled });
};
