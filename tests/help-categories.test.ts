// Compares the categories of the server with those that the web draws, so that neither side can miss one.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { scamCheck } from "#contract/help/known-categories.ts";
import { listHelpCategories } from "#contract/help/phrases.ts";
import { categoryPicture } from "#web/features/help/phrases/category-picture.tsx";
import { Client } from "./support/client.ts";
import { useServer } from "./support/server.ts";

const server = useServer();
const read = (file: string) => readFileSync(new URL(import.meta.resolve(file)), "utf8");
const pictures = async () => {
  const categories = await new Client(server().url).call(listHelpCategories);
  return [scamCheck, ...categories].map(({ icon }) => categoryPicture(icon));
};

it("each category has its own picture, whatever its name, and an unknown one has the generic picture", async () => {
  await sql`update help_categories set name = 'Another name ' || id`.execute(server().database.kysely);
  const generic = categoryPicture("🌱");
  const found = await pictures();
  expect(new Set([generic, ...found].map(({ emoji }) => emoji)).size).toBe(found.length + 1);
});

it("each picture is drawn, and its colors are defined", async () => {
  const styles = read("#web/features/help/phrases/category.module.css");
  for (const { emoji, tone } of await pictures()) {
    expect(read(`#web/ui/picture/emoji/${emoji}.svg`)).toContain("<svg");
    expect(styles).toContain(`.${tone} {`);
  }
});
