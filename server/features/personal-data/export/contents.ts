// The contents of an export, and how its rows become text.
import * as z from "zod/mini";
import type { Pages } from "#server/platform/db/pages.ts";

/** One list in data.json. It is read twice: for data.json and for the page that people read. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly row: z.ZodMiniObject;
  readonly pages: () => Pages;
}

export interface Contents {
  readonly schema: z.ZodMiniObject;
  readonly header: Readonly<Record<string, string | number>>;
  readonly sections: readonly Section[];
}

export const titleOf = (schema: z.core.$ZodType): string | undefined => z.globalRegistry.get(schema)?.title;

/** Every list in the schema must be given, in the same order. */
export function sectionsOf(
  { shape }: z.ZodMiniObject,
  pages: Readonly<Record<string, () => Pages>>,
): Section[] {
  return Object.entries(shape).flatMap(([name, list]) => {
    if (!(list instanceof z.ZodMiniArray) || !(list.def.element instanceof z.ZodMiniObject)) return [];
    const pagesOfList = pages[name];
    if (!pagesOfList) throw new Error(`Nothing reads "${name}" for the export.`);
    return [{ name, title: titleOf(list) ?? name, row: list.def.element, pages: pagesOfList }];
  });
}

const inJson = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );

/** The schemas are strict, so nothing goes out that the contract does not list. */
async function* partsOfSection({ row: schema, pages }: Section): AsyncGenerator<string> {
  for await (const page of pages()) {
    if (page.length > 0) yield page.map((row) => JSON.stringify(schema.parse(inJson(row)))).join(",\n");
  }
}

/** data.json, a page of rows at a time. Each row is a line of its own, so that an import reads it line by line. */
export async function* jsonParts({ header, sections }: Contents): AsyncGenerator<string> {
  yield JSON.stringify(header).slice(0, -1);
  for (const section of sections) {
    yield `,\n\n${JSON.stringify(section.name)}: [`;
    let separator = "\n";
    for await (const part of partsOfSection(section)) {
      yield separator + part;
      separator = ",\n";
    }
    yield "\n]";
  }
  yield "\n}\n";
}

/** schema.json: JSON Schema of data.json. */
export async function* schemaParts({ schema }: Contents): AsyncGenerator<string> {
  yield `${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any" }), null, 2)}\n`;
}
