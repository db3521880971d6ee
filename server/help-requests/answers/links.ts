// What stands in the links of a message: which deliveries it was.
import { claimedBy, isSigned, sign } from "../../notifications/signed-links.ts";
import type { Secrets } from "../../secrets.ts";

/** "answer" lets its holder say "I'll help", "receipt" only that the message arrived. */
type Purpose = "answer" | "receipt";

export interface DeliveryKey {
  readonly family_id: number;
  readonly id: number;
}

/** Of deliveries in one family. */
export const tokenFor = (secrets: Secrets, purpose: Purpose, deliveries: readonly DeliveryKey[]): string =>
  sign(secrets, `help-${purpose}`, [deliveries[0]?.family_id ?? 0, ...deliveries.map(({ id }) => id)]);

/** None where the token is not ours. */
export function readToken(secrets: Secrets, purpose: Purpose, token: string): DeliveryKey[] {
  if (!isSigned(secrets, `help-${purpose}`, token)) return [];
  const [family_id = 0, ...ids] = claimedBy(token);
  return ids.map((id) => ({ family_id, id }));
}
