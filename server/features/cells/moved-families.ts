// Families that have moved to another cell, as long as their old address leads on.
import { dayMs } from "#contract/durations.ts";
import type { World } from "#server/platform/world.ts";
import { deleteMovedBefore } from "./queries.ts";

const leadingOnMs = 30 * dayMs;

/** A family that moved before this is no longer led on. */
export const movedSince = (now: Date): Date => new Date(now.getTime() - leadingOnMs);

export const leadsOnUntil = (movedAt: Date): Date => new Date(movedAt.getTime() + leadingOnMs);

export const forgetMovedFamilies = ({ database, clock }: World): Promise<void> =>
  deleteMovedBefore(database.kysely, movedSince(clock.now()));
