import { useEffect, useEffectEvent } from "react";

const textedCode = async (signal: AbortSignal): Promise<string | undefined> => {
  const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
    otp: { transport: ["sms"] },
    signal,
  };
  const credential = await navigator.credentials.get(request);
  return credential && "code" in credential ? String(credential.code) : undefined;
};

/** WebOTP: where the browser can, it offers to take the code out of the text message. */
export function useTextedCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const waiting = new AbortController();
    textedCode(waiting.signal).then(
      (code) => code && take(code),
      // The person said no, or typed it themselves.
      () => undefined,
    );
    return () => waiting.abort();
  }, []);
}
