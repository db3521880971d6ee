import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { notSignedIn } from "../queries.ts";
import { passkeyProblemOf } from "./passkey-problem.ts";
import { type SignedIn, useSignInByPasskey } from "./queries.ts";

interface PasskeySignInProps {
  onSignedIn: (signedIn: SignedIn) => Promise<void>;
}

/** Signs in with a passkey of this device. */
function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const { mutateAsync: signIn, isPending } = useSignInByPasskey();
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setProblem(undefined);
    try {
      const signedIn = await signIn();
      toast({ title: "Signed in", description: `Welcome back, ${signedIn.user.displayName}!` });
      await onSignedIn(signedIn);
    } catch (error) {
      setProblem(toastError(error, { ...notSignedIn, otherwise: passkeyProblemOf(error) }).message);
    }
  };
  return (
    <>
      <Button icon={KeyRound} isBusy={isPending} busyLabel="Waiting for your device..." onClick={press}>
        Sign in with a passkey
      </Button>
      {problem && <Note kind="danger" isAlert title={problem} />}
    </>
  );
}

const isNumeric = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Browsers support passkeys only over HTTPS and on localhost, and never at a numeric address. */
export const arePasskeysPossible = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !isNumeric(location.hostname);

/** Offers to sign in with a passkey if the browser supports them. */
export const PasskeyOffer = ({ onSignedIn }: PasskeySignInProps) =>
  arePasskeysPossible() && <PasskeySignIn onSignedIn={onSignedIn} />;
