// A family's permission to read the calendars of an account.
import { publish } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";

export interface Permission {
  readonly familyId: number;
  readonly subject: string;
  readonly refreshToken: string;
  /** The refresh token as it is stored. */
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

/** Does nothing if somebody has reconnected the account in the meantime. */
export async function rememberRevoked(
  { database: { kysely: db }, clock }: World,
  { familyId, sealed }: Permission,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("calendar_connections")
      .set({ revoked_at: clock.now() })
      .where("family_id", "=", familyId)
      .where("sealed_refresh_token", "=", sealed)
      .where("revoked_at", "is", null)
      .execute();
    await publish(trx, familyId, "calendar-settings");
  });
}
