// The people of all families, for the operator.
import { Refused } from "#server/features/personal-data/refusals.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import {
  countPeople,
  findPeople,
  findPeopleNamed,
  findPeoplePartlyNamed,
  findPersonById,
} from "./queries.ts";

const maxListed = 200;

export type KnownPerson = Awaited<ReturnType<typeof findPeople>>[number];

/** At most 200, in the order of their ids. */
export async function listPeople(db: Db): Promise<{ people: KnownPerson[]; all: number }> {
  return { people: await findPeople(db, maxListed), all: await countPeople(db) };
}

const maxMeant = 20;

/** Several people can share a name, and many are known by a part of theirs. */
async function findMeant(db: Db, words: string): Promise<KnownPerson[]> {
  if (words === "") return [];
  if (/^\d{1,9}$/.test(words)) return await findPersonById(db, Number(words));
  const phoneNumber = /\d{5}/.test(words) ? (toE164(words) ?? null) : null;
  const named = await findPeopleNamed(db, { phoneNumber, words }, maxMeant);
  return named.length > 0 ? named : await findPeoplePartlyNamed(db, words, maxMeant);
}

const inOneLine = ({ id, name, families }: KnownPerson): string =>
  `${id}  ${name} (${families.map((family) => family.name).join(", ") || "no family"})`;

/** Finds the one person that an id, a phone number, an e-mail address, a name or a part of one stands for. */
export async function findPerson(db: Db, typed: string): Promise<KnownPerson> {
  const words = typed.trim().replace(/\s+/g, " ");
  const meant = await findMeant(db, words);
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
