// People download what is kept about them and their family.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { reyesFamily } from "../support/people.ts";
import { visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { link } from "../support/steps.ts";
import { dist, useWindows } from "../support/window.ts";
import { unzip } from "../support/zip.ts";

const server = useServer({ dist });
const windows = useWindows();

async function downloadOn(page: Page, name: string) {
  const started = page.waitForEvent("download");
  await link(page, name).click();
  const download = await started;
  return { name: download.suggestedFilename(), files: unzip(await readFile(await download.path())) };
}

it("Rose downloads what is kept about her in “Me”", async () => {
  const { rose } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/account", rose);
  const { name, files } = await downloadOn(page, "Download my data");
  expect(name).toMatch(/^porchlight-\d{4}-\d\d-\d\d\.zip$/);
  expect(files.get("index.html")).toContain(rose.phoneNumber);
});

it("Anna downloads what her family shares in the panel", async () => {
  const { anna } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/admin/family", anna);
  const { name, files } = await downloadOn(page, "Download the family's data");
  expect(name).toMatch(/^porchlight-family-/);
  expect(files.get("index.html")).toContain("The Reyes family");
});
