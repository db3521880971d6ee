// Who may make an account on this server. People who have one sign in as ever.

import { findPendingInvitation } from "#server/features/invitations/answers.ts";
import { type InForce, settingsInForce } from "#server/platform/choices/choices.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { SignUpRefused } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";

/** Throws for a new person whom no invitation could help. */
export function refuseWhileClosed({ signUp }: Pick<InForce, "signUp">): void {
  if (signUp === "closed") throw new SignUpRefused("This Porchlight takes no new people right now.");
}

/** Throws for a new person whom this server does not take. With an invitation, throws as for any that is closed. */
export async function refuseUnwelcome(
  config: World["config"],
  db: Db,
  inviteCode: string | undefined,
  now: Date,
): Promise<void> {
  const settings = await settingsInForce(config, db);
  refuseWhileClosed(settings);
  if (settings.signUp === "open") return;
  if (!inviteCode)
    throw new SignUpRefused("This Porchlight is by invitation. Please ask your family for a link.");
  await findPendingInvitation(db, inviteCode, now);
}
