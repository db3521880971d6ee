// People download everything that is kept about them and their family.
// @module-tag extended
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { getFamily } from "#contract/families.ts";
import { requestFamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { endingFamily, importedFamily } from "#tests/support/screens/families.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link, openUnderMore } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";
import { unzip } from "#tests/support/zip.ts";

const server = useServer({ dist });
const windows = useWindows();

async function downloadOn(page: Page, name: string) {
  const [download] = await Promise.all([page.waitForEvent("download"), link(page, name).click()]);
  return { name: download.suggestedFilename(), files: unzip(await readFile(await download.path())) };
}

it("Rose downloads what is kept about her in “Me”", async () => {
  const { rose } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/account", rose);
  await openUnderMore(page, "My data");
  const { name, files } = await downloadOn(page, "Download my data");
  expect(name).toMatch(/^porchlight-\d{4}-\d\d-\d\d\.zip$/);
  expect(files.get("index.html")).toContain(rose.phoneNumber);
});

it("Rose asks to delete her account, sees when, and keeps it after all", async () => {
  const { rose } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/account", rose);
  await openUnderMore(page, "My data");
  await button(page, "Delete my account").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete my account" }).click();
  await page.getByText("Your account will be deleted").waitFor();
  // The folded section opens by itself while the deletion is pending.
  await page.reload();
  await button(page, "Keep my account").click();
  await button(page, "Delete my account").waitFor();
  expect(await page.getByText("Your account will be deleted").count()).toBe(0);
});

it("the link in the message keeps the account without a sign-in", async () => {
  const { ben } = await reyesFamily(server());
  await ben.client.call(requestAccountDeletion);
  const text = server().outbox.findLast(({ to }) => to === ben.phoneNumber)?.text ?? "";
  const page = await visitOf(server(), windows).open(/\/account\/undo\S+/.exec(text)?.[0] ?? "");
  await heading(page, "Your account will be deleted").waitFor();
  await button(page, "Keep my account").click();
  await page.getByText("Your account is as it was, and everyone is signed out of it.").waitFor();
});

it("Anna downloads what her family shares in the panel", async () => {
  const { anna } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/admin/family", anna);
  const { name, files } = await downloadOn(page, "Download the family's data");
  expect(name).toMatch(/^porchlight-family-/);
  expect(files.get("index.html")).toContain("The Reyes family");
});

it("Anna asks to delete her family, everyone sees when, and she keeps it after all", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const page = await open("/admin/family", anna);
  await button(page, "Delete this family").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("We'll tell everyone in it now.").waitFor();
  await dialog.getByRole("button", { name: "Delete this family" }).click();
  await page.getByText("“The Reyes family” will be deleted").waitFor();
  const roses = await open("/", rose);
  await roses.getByText(/^“The Reyes family” closes on \w+day, \w+ \d+$/).waitFor();
  await roses.getByText("you can ask for help as always").waitFor();
  await button(roses, "Keep the family").waitFor();
  const bens = await open("/", ben);
  await bens.getByText(/^“The Reyes family” will be deleted on/).waitFor();
  await button(page, "Keep the family").click();
  await button(page, "Delete this family").waitFor();
  await expect.poll(() => roses.getByText("” closes on").count()).toBe(0);
});

it("Ben keeps the family from his home", async () => {
  const { anna, ben } = await reyesFamily(server());
  await anna.client.call(requestFamilyDeletion);
  const page = await visitOf(server(), windows).open("/", ben);
  await button(page, "Keep the family").click();
  await expect.poll(() => page.getByText("will be deleted on").count()).toBe(0);
  expect(await anna.client.call(getFamily)).toMatchObject({ deletion: null });
});

it("Rose keeps the family through the link in the message to her, without a sign-in", async () => {
  const { link: path, anna } = await endingFamily(server());
  const page = await visitOf(server(), windows).open(path);
  await heading(page, "“The Reyes family” will be deleted").waitFor();
  await button(page, "Keep the family").click();
  await heading(page, "“The Reyes family” stays").waitFor();
  expect(await anna.client.call(getFamily)).toMatchObject({ deletion: null });
});

it("Nora imports a family from another server, sees what was imported, and invites one of its members", async () => {
  const visit = visitOf(server(), windows);
  const page = await importedFamily({
    ...visit,
    async open(...where) {
      const page = await visit.open(...where);
      // The live event that another family is open can arrive before the answer that lists what was imported.
      await page.route("**/api/family-imports", async (route) => {
        const read = page.waitForResponse("**/api/auth/status");
        const response = await route.fetch();
        await read;
        await route.fulfill({ response });
      });
      return page;
    },
  });
  await page.getByText("You have left “The Nash family”, because nothing was in it yet.").waitFor();
  await page.getByText("1 event", { exact: true }).waitFor();
  await page.getByText("The people. You can invite them below.").waitFor();
  await button(page, "Invite Rose").click();
  await heading(page, "Invite Rose").waitFor();
  expect(await page.getByLabel(/Grandparent:/).isChecked()).toBe(true);
  await button(page, "Generate Invite Link").click();
  await heading(page, "Invitation Created!").waitFor();
  await button(page, "Back to the list").click();
  await page.getByText("Invited", { exact: true }).waitFor();
  expect(await button(page, "Invite Rose").count()).toBe(0);
  await link(page, "Go to Home").click();
  await heading(page, "Today's Events").waitFor();
});
