const known = new Map<string, Promise<string>>();

async function fingerprint(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whose answers these are, without keeping the token a second time. */
export function ownerOf(token: string): Promise<string> {
  const owner = known.get(token) ?? fingerprint(token);
  known.set(token, owner);
  return owner;
}
