// The permission to read an account's calendars that a family has.
import type { World } from "../../world.ts";

export interface Permission {
  readonly familyId: number;
  readonly subject: string;
  readonly refreshToken: string;
  /** As it is kept. */
  readonly sealed: Buffer;
  readonly isRevoked: boolean;
}

export async function permissionOf(
  { database: { kysely: db }, secrets }: Pick<World, "database" | "secrets">,
  familyId: number,
): Promise<Permission | undefined> {
  const kept = await db
    .selectFrom("calendar_connections")
    .select(["subject", "sealed_refresh_token as sealed", "revoked_at"])
    .where("family_id", "=", familyId)
    .executeTakeFirst();
  if (!kept) return undefined;
  const { subject, sealed, revoked_at } = kept;
  return { familyId, subject, sealed, refreshToken: secrets.open(sealed), isRevoked: revoked_at !== null };
}
