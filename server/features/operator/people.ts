// The people of all families, for the operator.
import type { OperatedPeople, OperatedPerson } from "#contract/operator/people.ts";
import { signEveryoneOut } from "#server/features/accounts/proof/account-changes.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { publish } from "#server/platform/live/publish.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import type { World } from "#server/platform/world.ts";
import {
  countPeople,
  findNewestPeople,
  findPeople,
  findPeopleByWords,
  findPeopleNamed,
  findPersonById,
  hasPerson,
} from "./queries.ts";
import { beginnings, wholeWords } from "./search.ts";

const maxListed = 200;

export type KnownPerson = Awaited<ReturnType<typeof findPeople>>[number];

/** At most 200, in the order of their ids. */
export async function listPeople(db: Db): Promise<{ people: KnownPerson[]; all: number }> {
  return { people: await findPeople(db, maxListed), all: await countPeople(db) };
}

const maxMeant = 20;

/** The people with this number of ours, phone number, e-mail address or name. Several can share a name. */
async function findKnownAs(db: Db, words: string, max: number): Promise<KnownPerson[]> {
  if (words === "") return [];
  if (/^\d{1,9}$/.test(words)) return await findPersonById(db, Number(words));
  const phoneNumber = /\d{5}/.test(words) ? (toE164(words) ?? null) : null;
  return await findPeopleNamed(db, { phoneNumber, words }, max);
}

async function findBySearch(db: Db, words: string, search: string, max: number): Promise<KnownPerson[]> {
  const known = await findKnownAs(db, words, max);
  return known.length > 0 || search === "" ? known : await findPeopleByWords(db, search, max);
}

const oneSpaced = (typed: string): string => typed.trim().replace(/\s+/g, " ");

const pageSize = 50;

interface Wanted {
  readonly search?: string | undefined;
  /** The last person that the caller already has. */
  readonly before?: number | undefined;
}

const toView = ({ lastSeenAt, deletionDueAt, ...person }: KnownPerson): OperatedPerson => ({
  ...person,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  deletionDueAt: deletionDueAt?.toISOString() ?? null,
});

/** Newest first. A search finds people as the commands do, and by the beginnings of words in their names, too. */
export async function searchPeople(
  { database: { reads } }: World,
  { search = "", before }: Wanted,
): Promise<OperatedPeople> {
  const words = oneSpaced(search);
  const rows = await (words === ""
    ? findNewestPeople(reads, before, pageSize + 1)
    : findBySearch(reads, words, beginnings(words), pageSize + 1));
  return { people: rows.slice(0, pageSize).map(toView), hasMore: rows.length > pageSize };
}

/** Throws where there is no such person. */
export async function requirePerson({ database }: World, personId: number): Promise<void> {
  if (!(await hasPerson(database.kysely, personId))) throw new NotFound();
}

/** Signs somebody out on all devices, forgets the devices, and closes their live connections. Returns how many sessions ended. */
export async function endSessions({ database, clock }: World, personId: number): Promise<number> {
  return await database.kysely.transaction().execute(async (trx) => {
    const ended = await signEveryoneOut(trx, personId, clock.now());
    await publish(trx, { personId }, "account");
    await publish(trx, { familiesOf: personId }, "reachability");
    return ended;
  });
}

const inOneLine = ({ id, name, families }: KnownPerson): string =>
  `${id}  ${name} (${families.map((family) => family.name).join(", ") || "no family"})`;

/** Finds the one person that an id, a phone number, an e-mail address, a name or a part of one stands for. */
export async function findPerson(db: Db, typed: string): Promise<KnownPerson> {
  const words = oneSpaced(typed);
  const meant = await findBySearch(db, words, wholeWords(words), maxMeant);
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
