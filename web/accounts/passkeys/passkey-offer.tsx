import { lazyPart } from "#web/ui/page/lazy.tsx";
import type { PasskeySignInProps } from "./passkey-sign-in.tsx";

const isNumeric = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Browsers have passkeys over https: and on localhost only, and never at a numeric address. */
export const arePasskeysPossible = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !isNumeric(location.hostname);

const PasskeySignIn = lazyPart(() => import("./passkey-sign-in.tsx"), "PasskeySignIn");

/** A way to sign in where the browser has passkeys, and nothing where it has none. */
export const PasskeyOffer = ({ onSignedIn }: PasskeySignInProps) =>
  arePasskeysPossible() && <PasskeySignIn onSignedIn={onSignedIn} />;
