// npm run porchlight: commands for the operator, beside the running server or without it.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FamilyImport } from "#contract/personal-data/family-import.ts";
import { importWords } from "#contract/personal-data/import-words.ts";
import { megabytesOf, runDataCommand } from "#server/features/backup/commands.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { makeAdmin } from "#server/features/families/members.ts";
import { importFamilyFor } from "#server/features/personal-data/import/imports.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { sendTestsBy } from "#server/features/reachability/testing/weekly-tests.ts";
import { moveMedia, verifyMedia } from "#server/platform/media/moves.ts";
import { channelsOfPeople } from "#server/platform/messages/channels.ts";
import type { World } from "#server/platform/world.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { choiceCommands } from "./choice-commands.ts";
import { aligned, type Commands } from "./command.ts";
import { diagnose } from "./doctor/doctor.ts";
import { familyCommands } from "./family-commands.ts";
import { figureCommands } from "./figure-commands.ts";
import { messageCommands } from "./message-commands.ts";
import { findPerson, type KnownPerson } from "./people.ts";
import { personCommands } from "./person-commands.ts";
import { countMedia } from "./queries.ts";
import { statusOf } from "./status.ts";

function familyFor(person: KnownPerson, wanted: string | undefined): number {
  const { families, name } = person;
  const meant = families.filter(
    (family) => wanted === undefined || String(family.id) === wanted || family.name === wanted,
  );
  const [family] = meant;
  if (family && meant.length === 1) return family.id;
  if (families.length === 0) throw new Refused(`${name} hasn't joined a family.`);
  const list = families.map(({ id, name: called }) => `${id} (${called})`).join(", ");
  if (meant.length === 0) throw new Refused(`${name} is not in a family "${wanted}". Theirs: ${list}.`);
  throw new Refused(`${name} is in several families. Please give the number of one: ${list}.`);
}

const names = new Intl.ListFormat("en-US");

function importedLines(admin: string, imported: FamilyImport): string[] {
  const { familyName, leftFamily, people } = imported;
  const { brought, left } = importWords(imported);
  const toInvite = people.map(({ name }) => name);
  return [
    `The family "${familyName}" is here, and ${admin} is its Co-Administrator.`,
    ...(leftFamily === null ? [] : [`${admin} has left "${leftFamily}", because nothing was in it yet.`]),
    ...["", "What was imported:", ...brought],
    ...["", "What was not imported:"],
    ...(people.length > 0 ? [`The people. ${admin} can invite them: ${names.format(toInvite)}.`] : []),
    ...left,
  ];
}

const storesOf = (count: Awaited<ReturnType<typeof countMedia>>): string[][] => [
  ["In the database", String(count.inDatabase), count.inDatabase > 0 ? megabytesOf(count.databaseBytes) : ""],
  ["In the bucket", String(count.inBucket), count.inBucket > 0 ? megabytesOf(count.bucketBytes) : ""],
  ["To be deleted from the bucket", String(count.leftovers)],
];

const mediaActions: Readonly<Record<string, (world: World) => Promise<string[]>>> = {
  async move(world) {
    const { moved, failed } = await moveMedia(world);
    const words = failed > 0 ? ` Could not be moved: ${failed}. The log says why.` : "";
    return ["", `Moved to the ${world.config.media.store}: ${moved}.${words}`];
  },
  async verify(world) {
    const { right, wrong } = await verifyMedia(world);
    if (wrong.length === 0) return ["", `There and right in the bucket: all ${right}.`];
    throw new Refused(`Missing or damaged in the bucket: the files ${wrong.join(", ")}.`);
  },
};

const serverCommands: Commands = {
  status: {
    takes: [],
    does: "The state of the server, on one screen",
    run: async (world) => aligned(await statusOf(world)),
  },
  "make-admin": {
    takes: ["PERSON", "[FAMILY]"],
    does: "Makes someone a Co-Administrator of their family; its activity log says so",
    async run({ database, clock }, [words = "", family], events) {
      const person = await findPerson(database.kysely, words);
      const familyId = familyFor(person, family);
      const change = { familyId, personId: person.id, at: clock.now() };
      await makeAdmin(database.kysely, events, change);
      const name = person.families.find(({ id }) => id === familyId)?.name;
      return [`${person.name} is a Co-Administrator of the family "${name}" now.`];
    },
  },
  import: {
    takes: ["FILE", "PERSON"],
    does: "Opens a family from its ZIP, with PERSON as its Co-Administrator",
    async run(world, [path = "", words = ""], events) {
      const person = await findPerson(world.database.kysely, words);
      const file = await stat(path).catch(() => undefined);
      if (!file?.isFile()) throw new Refused(`There is no file "${path}".`);
      const importer = { id: person.id, sessionId: null };
      return importedLines(
        person.name,
        await importFamilyFor(world, events, importer, createReadStream(path)),
      );
    },
  },
  media: {
    takes: ["[move|verify]"],
    does: "Where pictures and voice messages are; moves them where they belong, or reads all of the bucket",
    async run(world, [action = ""]) {
      const run = Object.hasOwn(mediaActions, action) ? mediaActions[action] : undefined;
      if (action && !run) throw new Refused("Please write: npm run porchlight -- media [move|verify]");
      const said = (await run?.(world)) ?? [];
      return [...aligned(storesOf(await countMedia(world.database.kysely))), ...said];
    },
  },
  "send-test": {
    takes: ["PERSON"],
    does: "A test message to someone on every channel, and what the providers answer",
    async run(world, [words = ""]) {
      const person = await findPerson(world.database.kysely, words);
      const [{ channels } = { channels: [] }] = await channelsOfPeople(world, [person.id]);
      if (channels.length === 0) throw new Refused(`No message can reach ${person.name} yet.`);
      const results = await sendTestsBy(world, person.id, channels);
      return channels.map((channel) => {
        const result = results.get(channel) ?? {
          outcome: "unknown",
          reason: "Its answer could not be stored",
        };
        return result.outcome === "accepted"
          ? `${channel}: accepted`
          : `${channel}: not accepted (${result.outcome}). ${result.reason}`;
      });
    },
  },
};

const commands: Commands = {
  ...serverCommands,
  ...personCommands,
  ...familyCommands,
  ...messageCommands,
  ...figureCommands,
  ...choiceCommands,
};

const dataCommands: Readonly<Record<string, string>> = {
  backup: "A backup of everything, to a new file",
  restore: "Restores a backup into an empty place",
  verify: "Checks a backup",
};

const quotes = 'A name with a space needs quotes, such as "Anna Reyes".';

const usage = (): string[] => [
  "npm run porchlight -- COMMAND",
  "",
  ...aligned([
    ...Object.entries(commands).map(([name, { takes, does }]) => [[name, ...takes].join(" "), does]),
    ["doctor", "Tries what this server needs, from its address to its backups, and says what to mend"],
    ...Object.entries(dataCommands).map(([name, does]) => [`${name} FILE`, does]),
  ]),
  "",
  "PERSON is a number of `people`, a name or a part of one, a phone number or an e-mail address.",
  "FAMILY is a number of `families`, a name or a part of one.",
  quotes,
];

/** Refuses an unknown command before anything is opened. */
export function commandFor([name = "", ...args]: readonly string[]): (
  world: World,
  events: FamilyEvents,
) => Promise<string[]> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Refused([`There is no command "${name}".`, "", ...usage()].join("\n"));
  const { takes } = command;
  const needed = takes.filter((one) => !one.startsWith("["));
  const isTooMany = args.length > takes.length;
  if (args.length < needed.length || isTooMany) {
    const words = `Please write: npm run porchlight -- ${[name, ...takes].join(" ")}`;
    throw new Refused(isTooMany && takes.includes("PERSON") ? `${words}\n${quotes}` : words);
  }
  return (world, events) => command.run(world, args, events);
}

const print = (lines: readonly string[]): void =>
  void process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);

interface Opened {
  readonly world: World;
  readonly events: FamilyEvents;
  readonly stop: () => Promise<void>;
}

/** `open` connects to the database of the server, as the server itself does. */
export async function runPorchlight(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  open: (env: NodeJS.ProcessEnv) => Promise<Opened>,
): Promise<void> {
  const [name, ...args] = words;
  if (name === undefined || ["help", "--help", "-h"].includes(name)) return print(usage());
  if (name === "--version") return print([`Porchlight ${packageJson.version}`]);
  if (Object.hasOwn(dataCommands, name)) return await runDataCommand(name, args, env);
  if (name === "doctor") {
    const { lines, isBroken } = await diagnose(env, open);
    print(lines);
    if (isBroken) process.exitCode = 1;
    return;
  }
  const command = commandFor(words);
  const { world, events, stop } = await open(env);
  try {
    print(await command(world, events));
  } finally {
    await stop();
  }
}
