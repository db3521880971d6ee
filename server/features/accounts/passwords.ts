import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { resetAllowances, takeAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import type { Config, PasswordCost } from "#server/platform/config/config.ts";
import { Invalid, TooMany } from "#server/platform/errors.ts";
import { inWords } from "#server/platform/http/limits.ts";
import type { World } from "#server/platform/world.ts";

// Each hash takes 19 MiB, so many sign-ins at once must not use up the memory.
const fourAtATime = pLimit(4);
const derive = promisify(argon2);

const digest = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: PasswordCost,
): Promise<Buffer> =>
  fourAtATime(() =>
    derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength: 32 }),
  );

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** The PHC string format. */
const phc = ({ memory, passes, parallelism }: PasswordCost, nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;

const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Stands in for people who don't exist, so that finding that out takes as long as a wrong password. */
const dummyHash = (cost: PasswordCost): string => phc(cost, randomBytes(16), randomBytes(32));

type Hashing = Pick<Config, "passwordCost">;

export async function hashPassword({ passwordCost }: Hashing, password: string): Promise<string> {
  const nonce = randomBytes(16);
  return phc(passwordCost, nonce, await digest(password, nonce, passwordCost));
}

/** A hash states its own cost. Without one, the work is that of a new hash. */
export async function isPassword(
  { passwordCost }: Hashing,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = phcFormat.exec(hash ?? dummyHash(passwordCost)) ?? [];
  if (!nonce || !tag) throw new Error("a password's hash is not in the PHC format");
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await digest(password, Buffer.from(nonce, "base64"), settings);
  return timingSafeEqual(given, Buffer.from(tag, "base64"));
}

let mostCommon: Promise<Set<string>> | undefined;

/** The list is long, so it is loaded with the first new password. */
async function readMostCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  // It is in lower case, sorted by how often each password was found in public leaks.
  return new Set(dictionary["passwords-common"].slice(0, 10_000));
}

const weak = (message: string) => new Invalid(message, { password: message });

const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  l: "i",
  "!": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
};

/** The letters and digits of a text in lower case and without accents, and each with the letter that it can stand for. */
function signsOf(text: string): { plain: string; folded: string }[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return Array.from(plain, (sign) => ({ plain: sign, folded: lookalikes[sign] ?? sign })).filter(
    ({ folded }) => /[\p{L}\p{N}]/u.test(folded),
  );
}

const foldedOf = (text: string): string =>
  signsOf(text)
    .map(({ folded }) => folded)
    .join("");

const minWordLength = 3;

/** The words of these texts, each text without its spaces, and how else a number is written; the longest first. */
function wordsIn(texts: readonly string[]): string[] {
  const numbers = texts
    .filter((text) => text.startsWith("+"))
    .flatMap((text) => [text.slice(-10), text.slice(-7)]);
  const parts = [...texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]), ...numbers].map(
    foldedOf,
  );
  return [...new Set(parts)]
    .filter(({ length }) => length >= minWordLength)
    .sort((one, other) => other.length - one.length);
}

/** Returns what is left of a password without these words, or undefined if it has none of them. */
function restWithout(words: readonly string[], password: string): string | undefined {
  let signs = signsOf(password);
  const { length } = signs;
  for (const word of words)
    for (;;) {
      const at = signs
        .map(({ folded }) => folded)
        .join("")
        .indexOf(word);
      if (at < 0) break;
      signs = signs.toSpliced(at, word.length);
    }
  return signs.length < length ? signs.map(({ plain }) => plain).join("") : undefined;
}

const productName = "Porchlight";

/** The rest of a password may be so short beside a name that eight random characters are never refused. */
const maxRest = 3;

/**
 * NIST SP 800-63B requires that new passwords are compared with common ones, and with the names of the service and the
 * person. `own` is what somebody who knows the person would try: names, number, e-mail address and family.
 */
export async function refuseWeakPassword(
  password: string,
  own: readonly (string | null | undefined)[],
): Promise<void> {
  mostCommon ??= readMostCommon();
  const common = await mostCommon;
  if (common.has(password.toLowerCase()))
    throw weak("This password is one of the most common ones. Please choose another.");
  const rest = restWithout(wordsIn([productName, ...own.filter((text) => text != null)]), password);
  if (rest !== undefined && (rest.length <= maxRest || !/\p{L}/u.test(rest) || common.has(rest)))
    throw weak("Please choose a password without your name, your number or “Porchlight” in it.");
}

// Limits how often passwords may be tried. A wrong one counts against each of the given allowances.

/**
 * Runs `prove` unless an allowance is used up. A try is counted before the password is compared, so that a thousand at
 * once are still counted one by one. A success resets the counts, or settles them as the caller says.
 */
export async function limitTries<Proof>(
  world: World,
  uses: readonly Use[],
  prove: () => Promise<Proof | undefined>,
  settle: typeof resetAllowances = resetAllowances,
): Promise<Proof | undefined> {
  const { kysely: db } = world.database;
  const wait = await takeAllowances(world, db, ...uses);
  if (wait > 0) {
    const words = inWords(Math.ceil(wait));
    throw new TooMany(
      `Too many wrong passwords. Please try again in ${words}, or sign in with a code.`,
      wait,
    );
  }
  const proof = await prove();
  if (proof !== undefined) await settle(world, db, ...uses);
  return proof;
}
