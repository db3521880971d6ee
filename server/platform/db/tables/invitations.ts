import type { Generated } from "kysely";
import type { Role } from "#contract/families.ts";

interface Invitations {
  family_id: number;
  id: Generated<number>;
  name: string;
  /** Null for somebody without one. */
  email: string | null;
  phone_number: string | null;
  role: Role;
  status: Generated<"pending" | "accepted" | "declined">;
  code_hash: Buffer;
  /** The code, encrypted with the server's key, so that "Share Link" can show it again. */
  sealed_code: Buffer;
  invited_by: number;
  accepted_by: number | null;
  created_at: Date;
  expires_at: Date;
  emailed_at: Date | null;
  texted_at: Date | null;
  renewal_asked_at: Date | null;
}

export interface InvitationTables {
  invitations: Invitations;
}
