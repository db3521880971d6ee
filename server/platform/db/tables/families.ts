import type { Generated } from "kysely";
import type { Role } from "#contract/families.ts";

interface Families {
  id: Generated<number>;
  name: string;
  time_zone: string;
  country: string;
  has_puzzle_library: Generated<boolean>;
  created_at: Date;
  /** When it is deleted, because it has no members. */
  delete_at: Generated<Date | null>;
}

interface Memberships {
  family_id: number;
  person_id: number;
  role: Role;
  joined_at: Date;
}

/** Everybody who was ever in a family, with their last role. A trigger on memberships fills it. */
interface Participants {
  family_id: number;
  person_id: number;
  role: Role;
  /** When somebody else last removed them. */
  removed_at: Date | null;
}

/** Families that an admin has asked to delete. */
interface FamilyDeletions {
  family_id: number;
  requested_by: number | null;
  requested_at: Date;
  /** Null when the family is kept after all. */
  due_at: Date | null;
}

/** Families that were deleted, for restores of older backups. */
interface DeletedFamilies {
  id: number;
  created_at: Date;
  deleted_at: Generated<Date>;
}

export interface FamilyTables {
  deleted_families: DeletedFamilies;
  family_deletions: FamilyDeletions;
  families: Families;
  memberships: Memberships;
  participants: Participants;
}
