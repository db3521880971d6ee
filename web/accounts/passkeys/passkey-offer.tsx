import { lazy, Suspense } from "react";
import { untilFetched } from "#web/ui/page/lazy-named.ts";
import type { PasskeySignInProps } from "./passkey-sign-in.tsx";
import { arePasskeysPossible } from "./support.ts";

const load = async () => ({
  default: (await untilFetched(() => import("./passkey-sign-in.tsx"))).PasskeySignIn,
});
const PasskeySignIn = lazy(load);

/** A way to sign in where the browser has passkeys, and nothing where it has none. */
export const PasskeyOffer = ({ onSignedIn }: PasskeySignInProps) => (
  <Suspense>{arePasskeysPossible() && <PasskeySignIn onSignedIn={onSignedIn} />}</Suspense>
);
