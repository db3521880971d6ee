import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP recommends these for argon2id. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };

// Each hash takes 19 MiB, so many sign-ins at once must not use up the memory.
const fourAtATime = pLimit(4);
const derive = promisify(argon2);

const digest = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  fourAtATime(() =>
    derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength: 32 }),
  );

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** The PHC string format. */
const phc = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;

const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Stands in for people who don't exist, so that finding that out takes as long as a wrong password. */
const nobodysHash = phc(randomBytes(16), randomBytes(32));

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return phc(nonce, await digest(password, nonce, cost));
}

export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = phcFormat.exec(hash ?? nobodysHash) ?? [];
  if (!nonce || !tag) throw new Error("a password's hash is not in the PHC format");
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await digest(password, Buffer.from(nonce, "base64"), settings);
  return timingSafeEqual(given, Buffer.from(tag, "base64"));
}
