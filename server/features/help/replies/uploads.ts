// Replies that consist of a picture or a voice message.
import { sql } from "kysely";
import type { Reply } from "#contract/help/replies.ts";
import { countStoredFiles } from "#server/platform/allowances/stored-bytes.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { requestOf } from "../requests/requests.ts";
import { type Content, earlierReply, replyOf, storeReply } from "./replies.ts";
import type { Kept } from "./retention.ts";

interface Upload<Converted> {
  readonly requestId: number;
  readonly key: string;
  readonly table: Kept;
  /** The most files of this kind that a request can have, and the message for one more. */
  readonly max: number;
  readonly tooMany: string;
  convert(): Promise<Converted>;
  store(trx: Db, converted: Converted, now: Date): Promise<Content>;
}

/** A device that got no answer sends it again under the same key. */
export async function storeUpload<Converted extends { readonly bytes: Buffer }>(
  world: World,
  member: Member,
  { requestId, key, table, max, tooMany, convert, store }: Upload<Converted>,
): Promise<Reply> {
  const { kysely } = world.database;
  const refuseTooMany = async (db: Db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where family_id = ${member.familyId} and help_request_id = ${requestId}`.execute(db);
    if (rows.some(({ count }) => count >= max)) throw new Conflict(tooMany);
  };
  await requestOf(world.database, member, requestId);
  const earlier = await earlierReply(kysely, member, requestId, key);
  if (earlier !== undefined) return await replyOf(world.database, member, requestId, earlier);
  await refuseTooMany(kysely);
  const converted = await convert();
  return await storeReply(world, member, { requestId, key }, async (trx, now) => {
    // Others may have been stored since the first check.
    await refuseTooMany(trx);
    const { id: personId, familyId } = member;
    await countStoredFiles(world, trx, { personId, familyId, bytes: converted.bytes.length });
    return await store(trx, converted, now);
  });
}
