// STOP, START and HELP, which everybody who texts has to obey. Some providers do so themselves, others leave it to us.
import type { Db } from "#server/platform/db/schema.ts";
import type { World } from "#server/platform/world.ts";
import { proveContactMethod, refuseContactMethod } from "../contact-methods.ts";
import { receivedLines } from "./received-words.ts";

export type Keyword = "stop" | "start" | "help";

/** The words that operators know, with those of Canada's French and of Sweden and Norway. */
const keywords: Readonly<Record<string, Keyword>> = {
  stop: "stop",
  stopall: "stop",
  unsubscribe: "stop",
  end: "stop",
  quit: "stop",
  cancel: "stop",
  revoke: "stop",
  optout: "stop",
  arret: "stop",
  stopp: "stop",
  start: "start",
  unstop: "start",
  help: "help",
  info: "help",
  aide: "help",
};

/** The keyword that a text consists of. Phones add a period, and people a "please". */
export function keywordIn(words: string): Keyword | undefined {
  const [first = ""] = receivedLines(words);
  const letters = first.split(/[^a-z]+/).filter((word) => word !== "" && word !== "please");
  const word = letters.join("");
  return Object.hasOwn(keywords, word) ? keywords[word] : undefined;
}

const hashOf = ({ secrets }: Pick<World, "secrets">, phoneNumber: string): Buffer =>
  secrets.mac(`stopped ${phoneNumber}`);

/** Whether this number has asked for no more texts. */
export async function hasStopped(
  { database, secrets }: Pick<World, "database" | "secrets">,
  phoneNumber: string,
): Promise<boolean> {
  const stopped = await database.kysely
    .selectFrom("stopped_numbers")
    .select("number_hash")
    .where("number_hash", "=", hashOf({ secrets }, phoneNumber))
    .executeTakeFirst();
  return stopped !== undefined;
}

const peopleWith = (trx: Db, phoneNumber: string) =>
  trx.selectFrom("people").select("id as personId").where("phone_number", "=", phoneNumber).execute();

async function stopTexts({ database, clock, secrets }: World, phoneNumber: string): Promise<void> {
  const stopped = { number_hash: hashOf({ secrets }, phoneNumber), stopped_at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto("stopped_numbers")
      .values(stopped)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const person of await peopleWith(trx, phoneNumber))
      await refuseContactMethod(trx, { ...person, channel: "sms" }, "unsubscribed", stopped.stopped_at);
  });
}

async function startTexts({ database, clock, secrets }: World, phoneNumber: string): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("stopped_numbers")
      .where("number_hash", "=", hashOf({ secrets }, phoneNumber))
      .execute();
    for (const person of await peopleWith(trx, phoneNumber))
      await proveContactMethod(trx, { ...person, channel: "sms" }, clock.now());
  });
}

/** Does what a keyword asks for, and returns the words that confirm it. */
export async function obey(world: World, phoneNumber: string, keyword: Keyword): Promise<string> {
  if (keyword === "stop") {
    await stopTexts(world, phoneNumber);
    return "You won't get any more texts from Porchlight. Reply START to get them again.";
  }
  if (keyword === "start") {
    await startTexts(world, phoneNumber);
    return "You'll get texts from Porchlight again. Reply STOP to end them.";
  }
  return (
    "This is Porchlight. We text you when your family needs you. Reply 1 to say that you will help, " +
    `or STOP to get no more texts. For anything else, open ${world.config.publicUrl}`
  );
}
