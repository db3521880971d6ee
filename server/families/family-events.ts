import type { Db } from "#server/db/schema.ts";

/**
 * What other nouns do when a family changes, in the transaction of the change. server/app.ts passes it in, because families
 * imports none of these nouns.
 */
export interface FamilyEvents {
  /** A member was removed, left, or became a grandparent, who doesn't answer help requests. */
  helperLost(trx: Db, familyId: number, personId: number, at: Date): Promise<void>;
  /** Runs after a membership or a role has changed. */
  membersChanged(trx: Db, familyId: number, at: Date): Promise<void>;
  timeZoneChanged(trx: Db, familyId: number): Promise<void>;
}
