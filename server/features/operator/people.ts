// The people of all families, for the operator.
import { sql } from "kysely";
import { Refused } from "#server/features/personal-data/refusals.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";

const maxListed = 200;

export interface KnownPerson {
  readonly id: number;
  readonly name: string;
  /** The end of the phone number, so that somebody who sees the screen cannot read a whole number. */
  readonly lastDigits: string | null;
  readonly lastSeenAt: Date | null;
  readonly families: readonly { id: number; name: string; role: string }[];
}

const columns = sql`p.id, p.username as name, right(p.phone_number, 2) as "lastDigits",
    (select max(s.last_used_at) from sessions s where s.person_id = p.id) as "lastSeenAt",
    coalesce((
      select json_agg(json_build_object('id', f.id, 'name', f.name, 'role', m.role) order by m.joined_at, f.id)
      from memberships m join families f on f.id = m.family_id where m.person_id = p.id
    ), '[]') as families`;

/** At most 200, in the order of their ids. */
export async function listPeople(db: Db): Promise<{ people: KnownPerson[]; all: number }> {
  const { rows: people } = await sql<KnownPerson>`
    select ${columns} from people p order by p.id limit ${maxListed}`.execute(db);
  const counted = db.selectFrom("people").select(({ fn }) => fn.countAll<number>().as("all"));
  return { people, ...(await counted.executeTakeFirstOrThrow()) };
}

interface Meant {
  readonly id: number | null;
  readonly phoneNumber: string | null;
  readonly words: string;
}

const maxMeant = 20;

/** Several people can share a name, and many are known by a part of theirs. */
async function findMeant(db: Db, { id, phoneNumber, words }: Meant): Promise<KnownPerson[]> {
  const whole = sql`lower(p.email) = lower(${words}) or comparable_name(p.username) = comparable_name(${words})`;
  const part = sql`position(' ' || lower(${words}) || ' ' in ' ' || lower(p.username) || ' ') > 0`;
  for (const isNamed of [whole, part]) {
    const { rows } = await sql<KnownPerson>`
      select ${columns} from people p
      where p.id = ${id}::integer or p.phone_number = ${phoneNumber}::text
        or (${id}::integer is null and (${isNamed}))
      order by p.id limit ${maxMeant}`.execute(db);
    if (rows.length > 0) return rows;
  }
  return [];
}

const inOneLine = ({ id, name, families }: KnownPerson): string =>
  `${id}  ${name} (${families.map((family) => family.name).join(", ") || "no family"})`;

/** Finds the one person that an id, a phone number, an e-mail address, a name or a part of one stands for. */
export async function findPerson(db: Db, typed: string): Promise<KnownPerson> {
  const words = typed.trim().replace(/\s+/g, " ");
  const id = /^\d{1,9}$/.test(words) ? Number(words) : null;
  const phoneNumber = id === null && /\d{5}/.test(words) ? (toE164(words) ?? null) : null;
  const meant = words === "" ? [] : await findMeant(db, { id, phoneNumber, words });
  const [person] = meant;
  if (!person)
    throw new Refused(
      `There is nobody with the number, name, phone number or e-mail address "${words}". npm run porchlight -- people lists everybody.`,
    );
  if (meant.length > 1)
    throw new Refused(
      [
        `"${words}" matches several people. Please give the number of one:`,
        ...meant.map((each) => `  ${inOneLine(each)}`),
      ].join("\n"),
    );
  return person;
}
