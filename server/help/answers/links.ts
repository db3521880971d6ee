// The tokens in the links of a message name its deliveries.
import { claimedBy, isSigned, sign } from "#server/messages/signed-links.ts";
import type { Secrets } from "#server/secrets.ts";

/** An "answer" token lets its holder say "I'll help", a "receipt" token only that the message has arrived. */
type Purpose = "answer" | "receipt";

export interface DeliveryKey {
  readonly family_id: number;
  readonly id: number;
}

/** Makes a token for deliveries in one family. */
export const tokenFor = (secrets: Secrets, purpose: Purpose, deliveries: readonly DeliveryKey[]): string =>
  sign(secrets, `help-${purpose}`, [deliveries[0]?.family_id ?? 0, ...deliveries.map(({ id }) => id)]);

/** Returns undefined for a token that is not signed by this server. */
export function readToken(secrets: Secrets, purpose: Purpose, token: string): DeliveryKey[] {
  if (!isSigned(secrets, `help-${purpose}`, token)) return [];
  const [family_id = 0, ...ids] = claimedBy(token);
  return ids.map((id) => ({ family_id, id }));
}
