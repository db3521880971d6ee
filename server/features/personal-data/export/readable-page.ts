// index.html of an export: the content of data.json, for people to read. It has no script.
import * as z from "zod/mini";
import { recurrenceWords } from "#contract/calendar/recurrence-words.ts";
import type { FamilyExport } from "#contract/personal-data/family-export.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { type Contents, type Section, titleOf } from "./contents.ts";

interface Reading {
  readonly title: string;
  readonly timeZone: string;
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
  div { overflow-x: auto; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
  ol { margin: 0; padding-left: 1.5rem; }`;

/** The texts that the app shows for codes in the data. Codes that are not listed are readable as they are. */
const words: Readonly<Record<string, string>> = {
  admin: "Co-Administrator",
  child: "Family member",
  grandparent: "Grandparent",
  sms: "text message",
  email: "e-mail",
  push: "message on a device",
  apprise: "Apprise",
};

const clockTimes = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** A time without a zone is shown as it is. */
const onClock = (text: string): string => clockTimes.format(new Date(`${text.replace(" ", "T")}Z`));

const wordOf = (code: string): string => words[code] ?? code.toLowerCase().replace(/[-_]/g, " ");

interface Column {
  readonly name: string;
  readonly title: string;
  readonly isCode: boolean;
}

function isCode(name: string, schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodMiniArray) return isCode(name, schema.def.element);
  const inner = schema instanceof z.ZodMiniNullable ? schema.def.innerType : schema;
  return inner instanceof z.ZodMiniEnum || name === "kind" || name === "state";
}

const columnsOf = ({ row }: Section): Column[] =>
  Object.entries(row.shape).flatMap(([name, schema]) => {
    const title = titleOf(schema);
    return title ? [{ name, title, isCode: isCode(name, schema) }] : [];
  });

/** The name of a picture or voice message in the ZIP leads to it. */
const linkTo = (file: string): string => `<a href="${escapeHtml(file)}">${escapeHtml(file)}</a>`;

type GuideStep = FamilyExport["guides"][number]["steps"][number];
type PlanStep = FamilyExport["escalationPlans"][number]["steps"][number];
type EventPerson = FamilyExport["events"][number]["people"][number];
type Item = GuideStep | PlanStep | EventPerson | string;

const files = ["picture", "pictures", "voiceMessage"];

function planWords({ after, target, channels }: PlanStep): string {
  const minutes = Math.round(after / 60);
  const when = minutes === 0 ? "At once" : `After ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return `${when}: ${wordOf(target)}, by ${channels.map(wordOf).join(", ")}`;
}

function itemHtml(item: Item, { name, isCode }: Column): string {
  if (typeof item === "string" && files.includes(name)) return linkTo(item);
  if (typeof item === "string") return escapeHtml(isCode ? wordOf(item) : item);
  if ("target" in item) return escapeHtml(planWords(item));
  if ("part" in item) return escapeHtml(`${item.name ?? ""} (${wordOf(item.part)})`);
  return `${escapeHtml(item.sentence)}${item.picture ? ` ${linkTo(item.picture)}` : ""}`;
}

const listHtml = (items: readonly Item[], column: Column): string =>
  items.length > 0 ? `<ol>${items.map((item) => `<li>${itemHtml(item, column)}</li>`).join("")}</ol>` : "";

type Row = Readonly<Record<string, unknown>>;

function htmlOf(row: Row, column: Column): string {
  const value = row[column.name];
  if (Array.isArray(value)) return listHtml(value, column);
  const text = textOf(row, column);
  return text && files.includes(column.name) ? linkTo(text) : escapeHtml(text);
}

function textOf(row: Row, { name, isCode }: Column): string {
  const value = row[name];
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value ?? "");
  if (isCode) return wordOf(text);
  if (text && name === "recurrence") return recurrenceWords(text, String(row.startsOnClock));
  return text && name.endsWith("OnClock") ? onClock(text) : text;
}

async function* sectionParts(section: Section, times: Intl.DateTimeFormat): AsyncGenerator<string> {
  const columns = columnsOf(section);
  const heads = columns.map(({ title }) => `<th scope="col">${escapeHtml(title)}</th>`).join("");
  yield `\n<h2>${escapeHtml(section.title)}</h2>\n`;
  const cellOf = (row: Row, column: Column) => {
    const value = row[column.name];
    return `<td>${value instanceof Date ? escapeHtml(times.format(value)) : htmlOf(row, column)}</td>`;
  };
  const rowOf = (row: Row) => `<tr>${columns.map((column) => cellOf(row, column)).join("")}</tr>\n`;
  let isEmpty = true;
  for await (const page of section.pages()) {
    if (page.length === 0) continue;
    if (isEmpty) yield `<div><table><thead><tr>${heads}</tr></thead><tbody>\n`;
    isEmpty = false;
    yield page.map(rowOf).join("");
  }
  yield isEmpty ? "<p>Nothing here.</p>\n" : "</tbody></table></div>\n";
}

/** Writes one page of rows at a time. */
export async function* readableParts(
  { sections }: Contents,
  { title, timeZone }: Reading,
  now: Date,
): AsyncGenerator<string> {
  const times = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone });
  yield `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} - Porchlight</title><style>${style}
</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>This is what Porchlight had on ${times.format(now)}. Times are those of ${escapeHtml(timeZone)}.</p>
<p>Calendar apps open <code>calendar.ics</code>. Programs read <code>data.json</code>, and <code>schema.json</code> explains it.</p>
`;
  for (const section of sections) yield* sectionParts(section, times);
  yield "</body></html>\n";
}
