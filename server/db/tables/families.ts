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
}

export interface FamilyTables {
  families: Families;
  memberships: Memberships;
  participants: Participants;
}
