// The messages to a person, for their export. Addresses of browsers and keys are left out.
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const exportedMessages = (db: Db, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("messages")
      .select(["id", "kind", "channel", "state", "created_at as createdAt"])
      .where("person_id", "=", personId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

export const exportedContactMethods = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("contact_methods")
      .select(["channel", "proven_at as provenAt", "refused_at as refusedAt", "tested_at as testedAt"])
      .where("person_id", "=", personId)
      .orderBy("channel")
      .execute(),
  );

export const exportedPushDevices = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("push_subscriptions")
      .select(["id", "created_at as createdAt"])
      .where("person_id", "=", personId)
      .orderBy("id")
      .execute(),
  );

export const exportedNtfySubscription = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("ntfy_topics")
      .select("created_at as createdAt")
      .where("person_id", "=", personId)
      .execute(),
  );

export const exportedAppriseAddress = (db: Db, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("apprise_addresses")
      .select("created_at as createdAt")
      .where("person_id", "=", personId)
      .execute(),
  );
