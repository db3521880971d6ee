// index.html of an export: the content of data.json, for people to read. It has no script.
import * as z from "zod/mini";
import { escapeHtml } from "#server/http/pages.ts";
import { type Contents, type Section, titleOf } from "./contents.ts";

interface Reading {
  readonly title: string;
  readonly timeZone: string;
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  div { overflow-x: auto; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }`;

/** The texts that the app shows for codes in the data. Codes that are not listed are readable as they are. */
const words: Readonly<Record<string, string>> = {
  admin: "Co-Administrator",
  child: "Family member",
  grandparent: "Grandparent",
  sms: "text message",
  email: "e-mail",
  push: "message on a device",
};

const wordOf = (code: string): string => words[code] ?? code.toLowerCase().replace(/[-_]/g, " ");

interface Column {
  readonly name: string;
  readonly title: string;
  readonly isCode: boolean;
}

function isCode(name: string, schema: z.core.$ZodType): boolean {
  const inner = schema instanceof z.ZodMiniNullable ? schema.def.innerType : schema;
  return inner instanceof z.ZodMiniEnum || name === "kind" || name === "state";
}

const columnsOf = ({ row }: Section): Column[] =>
  Object.entries(row.shape).flatMap(([name, schema]) => {
    const title = titleOf(schema);
    return title ? [{ name, title, isCode: isCode(name, schema) }] : [];
  });

function textOf(value: unknown, { name, isCode }: Column): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value ?? "");
  if (isCode) return wordOf(text);
  return name.endsWith("OnClock") ? text.slice(0, "YYYY-MM-DD HH:MM".length) : text;
}

async function* sectionParts(section: Section, times: Intl.DateTimeFormat): AsyncGenerator<string> {
  const columns = columnsOf(section);
  const heads = columns.map(({ title }) => `<th scope="col">${escapeHtml(title)}</th>`).join("");
  yield `\n<h2>${escapeHtml(section.title)}</h2>\n`;
  const cellOf = (value: unknown, column: Column) =>
    `<td>${escapeHtml(value instanceof Date ? times.format(value) : textOf(value, column))}</td>`;
  const rowOf = (row: Readonly<Record<string, unknown>>) =>
    `<tr>${columns.map((column) => cellOf(row[column.name], column)).join("")}</tr>\n`;
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
