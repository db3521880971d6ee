import { lazyPart } from "#web/ui/page/lazy.tsx";
import type { PasskeySignInProps } from "./passkey-sign-in.tsx";

const isNumeric = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Browsers support passkeys only over HTTPS and on localhost, and never at a numeric address. */
export const arePasskeysPossible = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !isNumeric(location.hostname);

const PasskeySignIn = lazyPart(() => import("./passkey-sign-in.tsx"), "PasskeySignIn");

/** Offers to sign in with a passkey if the browser supports them. */
export const PasskeyOffer = ({ onSignedIn }: PasskeySignInProps) =>
  arePasskeysPossible() && <PasskeySignIn onSignedIn={onSignedIn} />;
