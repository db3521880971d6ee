// How often passwords may be tried. Each wrong one counts for all the subjects that it was tried under.
import { sql } from "kysely";
import type { Db } from "#server/db/schema.ts";
import { TooMany } from "#server/errors.ts";
import { inWords } from "#server/http/limits.ts";
import type { World } from "#server/world.ts";

/** At most so many wrong passwords an hour for one subject. */
export interface TryLimit {
  readonly subject: string;
  readonly max: number;
}

interface Tries {
  tries: number;
  /** Seconds until the hour is over. */
  left: number;
}

/** Counted before the password is looked at, so that a thousand at once are still counted one by one. */
async function countTry(db: Db, subject: Buffer, now: Date): Promise<Tries> {
  const anHourAgo = sql`(${now}::timestamptz - interval '1 hour')`;
  await sql`delete from login_tries where since <= ${anHourAgo}`.execute(db);
  const { rows } = await sql<Tries>`
    insert into login_tries as t (subject, tries, since) values (${subject}, 1, ${now})
    on conflict (subject) do update set tries = t.tries + 1
    returning tries, extract(epoch from since - ${anHourAgo})::float as left`.execute(db);
  const [tries] = rows;
  if (!tries) throw new Error("a count has one row");
  return tries;
}

/** Runs `prove`, at most so many times an hour for each subject unless it succeeds. */
export async function limitTries<Proof>(
  { database: { kysely: db }, secrets, clock }: World,
  limits: readonly TryLimit[],
  prove: () => Promise<Proof | undefined>,
): Promise<Proof | undefined> {
  const counted = limits.map(({ subject, max }) => ({ key: secrets.mac(`login ${subject}`), max }));
  for (const { key, max } of counted) {
    const { tries, left } = await countTry(db, key, clock.now());
    if (tries <= max) continue;
    const wait = inWords(Math.ceil(left));
    throw new TooMany(
      `Too many wrong passwords. Please try again in ${wait}, or sign in with a code by text.`,
      left,
    );
  }
  const proof = await prove();
  const keys = counted.map(({ key }) => key);
  if (proof !== undefined) await db.deleteFrom("login_tries").where("subject", "in", keys).execute();
  return proof;
}
