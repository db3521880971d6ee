const isNumeric = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Browsers have passkeys over https: and on localhost only, and never at a numeric address. */
export const arePasskeysPossible = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !isNumeric(location.hostname);
