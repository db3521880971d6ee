import {
  type RegistrationResponseJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { queryOptions } from "@tanstack/react-query";
import type { signInByPasskey } from "#contract/accounts/passkeys.ts";
import type { Answer } from "#contract/endpoint.ts";
import { CallError, call, callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { withFreshProof } from "../fresh-proof.ts";
import { makingProblem, runCeremony, usingProblem } from "./passkey-problem.ts";

export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: ({ signal }) => call("GET /api/account/passkeys", undefined, signal),
  // Signing in with a passkey publishes no live event.
  refetchOnMount: "always",
});

async function makePasskey() {
  const optionsJSON = await withFreshProof(() => call("POST /api/account/passkeys/options"));
  const ask = () => startRegistration({ optionsJSON });
  const { id, response }: RegistrationResponseJSON = await runCeremony(
    ask,
    optionsJSON.timeout,
    makingProblem,
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return await call("POST /api/account/passkeys", {
    body: { id, clientDataJSON, attestationObject, transports },
  });
}

export const useAddPasskey = () =>
  useMutation({ mutationFn: makePasskey, onSettled: useRefresh(passkeysQuery.queryKey) });

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: (id: number) =>
      withFreshProof(() => call("DELETE /api/account/passkeys/:id", { params: { id } })),
    onSettled: useRefresh(passkeysQuery.queryKey),
  });

export type SignedIn = Answer<typeof signInByPasskey>;

/** Asks the device to stop offering a removed passkey. Not every browser can. */
const forgetOnDevice = (rpID: string, credentialID: string) =>
  sendSignal({ signalName: "unknownCredential", rpID, credentialID }).catch(() => undefined);

async function signIn(): Promise<SignedIn> {
  const optionsJSON = await callPublic("POST /api/auth/passkey/options");
  const ask = () => startAuthentication({ optionsJSON });
  const { id, response } = await runCeremony(ask, optionsJSON.timeout, usingProblem);
  const { clientDataJSON, authenticatorData, signature, userHandle = "" } = response;
  const body = { id, clientDataJSON, authenticatorData, signature, userHandle };
  return await callPublic("POST /api/auth/passkey", { body }).catch((error: unknown): never => {
    if (error instanceof CallError && error.status === 404) void forgetOnDevice(optionsJSON.rpId, id);
    throw error;
  });
}

export const useSignInByPasskey = () => useMutation({ mutationFn: signIn });
