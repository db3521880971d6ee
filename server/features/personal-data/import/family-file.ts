// Reads a family's data.json by the schema that it was written with. All of it is checked before anything is stored.
import * as z from "zod/mini";
import { maxGuides } from "#contract/help/guides.ts";
import { FamilyExport } from "#contract/personal-data/family-export.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { Pause } from "./pace.ts";

/** The lists that are imported. The others are only checked and counted. */
const Kept = z.object({
  ...z.pick(FamilyExport, {
    family: true,
    members: true,
    helpPhrases: true,
    escalationPlans: true,
    events: true,
    subscribedCalendars: true,
    calendarConnections: true,
    localEvents: true,
    puzzles: true,
    questions: true,
    webhooks: true,
    things: true,
    guides: true,
  }).shape,
  helpRequests: z.int(),
  activity: z.int(),
});
export type FamilyFile = z.output<typeof Kept>;

type ListName = Exclude<keyof FamilyExport, "format" | "version" | "exportedAt">;

const counted: readonly ListName[] = [
  "birthdays",
  "formerMembers",
  "invitations",
  "helpRequests",
  "helpReceipts",
  "helpPromises",
  "helpVerdicts",
  "helpReplies",
  "hellos",
  "activity",
];

/** Lists that were added after 0.1.0. Files of earlier versions lack them. */
const added: readonly ListName[] = ["birthdays", "hellos", "questions", "webhooks"];

const maxMembers = 500;
const maxCalendars = 100;
/** Fifty years of them. */
const maxQuestions = 2_600;
/** The largest lists that a family may have take a tenth of it. */
const maxKeptCharacters = 20_000_000;

/** The most rows that are kept of each list, so that no file can fill the memory. */
const maxRows = (limits: Limits): Partial<Record<ListName, number>> => ({
  family: 1,
  escalationPlans: 1,
  webhooks: 1,
  calendarConnections: 1,
  members: maxMembers,
  subscribedCalendars: maxCalendars,
  events: limits.eventsPerFamily + limits.seriesPerFamily,
  localEvents: limits.localEventsPerFamily,
  puzzles: limits.puzzlesPerFamily,
  questions: maxQuestions,
  things: limits.thingsPerFamily,
  // The phrases are the family's own in each category, and its changes to the library's phrases.
  guides: maxGuides,
  helpPhrases: limits.phrasesPerCategory * 100,
});

/** Names the list as the readable page in the same ZIP does. */
const titleOf = (list: ListName): string => z.globalRegistry.get(FamilyExport.shape[list])?.title ?? list;

const changed = (where: string) =>
  new Invalid(`This file isn't as Porchlight wrote it (${where}). Please download it again.`);

function parsedJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw changed(where);
  }
}

const Header = z.object({ format: z.string(), version: z.int() });

/** The first line of data.json continues with its lists, so it is completed before it is parsed. */
function checkHeader(line: string): void {
  const header = Header.safeParse(parsedJson(line.replace(/,$/, "}"), "the first line"));
  if (!header.success) throw changed("the first line");
  const { format, version } = header.data;
  if (format === "porchlight-account")
    throw new Invalid("This file has the data of one person. Please choose the file of a family.");
  if (version > 1 && format === "porchlight-family")
    throw new Invalid(
      "This file is from a newer Porchlight. Please ask the person who runs this server to update it.",
    );
  if (format !== "porchlight-family" || version !== 1) throw changed("the first line");
}

const lists = new Map(
  Object.entries(FamilyExport.shape).flatMap(([name, list]) =>
    list instanceof z.ZodMiniArray && list.def.element instanceof z.ZodMiniObject
      ? [[name, list.def.element] as const]
      : [],
  ),
);
const isList = (name: string): name is ListName => lists.has(name);

class Reader {
  readonly #max: Partial<Record<ListName, number>>;
  readonly #kept: Record<string, unknown[]> = {};
  readonly #counts = new Map<ListName, number>();
  #list: ListName | undefined;
  #keptCharacters = 0;
  #isComplete = false;

  constructor(limits: Limits) {
    this.#max = maxRows(limits);
  }

  read(line: string): void {
    const begun = /^"(\w+)": \[$/.exec(line)?.[1];
    if (line === "") return;
    if (this.#isComplete) throw changed("the end");
    if (begun !== undefined) this.#begin(begun);
    else if (line === "]" || line === "],") this.#list = undefined;
    else if (line === "}") this.#isComplete = true;
    else this.#readRow(line);
  }

  #begin(name: string): void {
    if (!isList(name) || this.#list || this.#counts.has(name)) throw changed(name);
    this.#list = name;
    this.#counts.set(name, 0);
    this.#kept[name] = [];
  }

  #readRow(line: string): void {
    const list = this.#list;
    if (!list) throw changed("the lists");
    const count = (this.#counts.get(list) ?? 0) + 1;
    this.#counts.set(list, count);
    const where = `${list}, row ${count}`;
    const row = lists.get(list)?.safeParse(parsedJson(line.replace(/,$/, ""), where));
    if (!row?.success) throw changed(where);
    if (counted.includes(list)) return;
    const max = this.#max[list] ?? 0;
    if (count > max)
      throw new Invalid(`This file has more under “${titleOf(list)}” than a family here can have (${max}).`);
    this.#keptCharacters += line.length;
    if (this.#keptCharacters > maxKeptCharacters)
      throw new Invalid("This file has far more text than a family here can have.");
    this.#kept[list]?.push(row.data);
  }

  finish(): FamilyFile {
    const isListed = (name: string) => isList(name) && (this.#counts.has(name) || added.includes(name));
    const isWhole = this.#isComplete && [...lists.keys()].every(isListed);
    const counts = { helpRequests: this.#counts.get("helpRequests"), activity: this.#counts.get("activity") };
    // These were added after 0.1.0.
    const file = Kept.safeParse({ questions: [], webhooks: [], ...this.#kept, ...counts });
    if (!isWhole || !file.success || file.data.family.length !== 1) throw changed("the end is missing");
    return file.data;
  }
}

export async function readFamilyFile(
  lines: AsyncIterable<readonly string[]>,
  limits: Limits,
  pause: Pause,
): Promise<FamilyFile> {
  const reader = new Reader(limits);
  let isFirst = true;
  for await (const some of lines) {
    for (const line of some) {
      if (isFirst) checkHeader(line);
      else reader.read(line);
      isFirst = false;
    }
    await pause();
  }
  return reader.finish();
}
