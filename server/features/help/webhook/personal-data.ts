// A family's webhook in exports. Its address and secret open what only the family's program should open, so they are left out,
// and an import has to be given the address again.
import { inOnePage, type Pages } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedWebhook = (db: Db, familyId: number): Pages =>
  inOnePage(() =>
    db.selectFrom("webhooks").select("created_at as createdAt").where("family_id", "=", familyId).execute(),
  );
