// The text size and colors that a person has chosen on a device.
// @module-tag extended
import { expect, it } from "vitest";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { join, signUp } from "#tests/support/people.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, isFocused } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

it("the chosen text size and colors apply at once, and survive a reload", async () => {
  const page = await visitOf(server(), windows).open("/account", await signUp(server()));
  await page.getByRole("radio", { name: "Largest" }).check();
  await page.getByRole("radio", { name: "Dark" }).check();
  const shown = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  expect(await shown()).toMatchObject({ text: "30", theme: "dark" });
  await page.reload();
  await heading(page, "Text size and colors").waitFor();
  expect(await shown()).toMatchObject({ text: "30", theme: "dark" });
});

it("each text size is written in its own size, whichever is chosen, and Done closes the panel", async () => {
  const page = await visitOf(server(), windows, { width: widths.phone }).open("/");
  await button(page, "Text size").click();
  const panel = page.getByRole("region", { name: "Text size" });
  const sizes = () =>
    panel
      .locator("label span")
      .evaluateAll((labels) =>
        labels
          .slice(0, 3)
          .map((label) => Math.round(Number.parseFloat(getComputedStyle(label).fontSize) * 100) / 100),
      );
  for (const chosen of ["Standard", "Large", "Largest"]) {
    await panel.getByRole("radio", { name: chosen, exact: true }).check();
    expect(await sizes()).toEqual([20, 24, 30]);
  }
  await button(page, "Done").click();
  await panel.waitFor({ state: "hidden" });
  expect(await isFocused(button(page, "Text size"))).toBe(true);
});

it("Anna's page about herself is at most 2,400 px long on a phone, with her messages open and the rest folded", async () => {
  const page = await visitOf(server(), windows, { width: widths.phone }).open(
    "/account",
    await signUp(server()),
  );
  await heading(page, "Reminders").waitFor();
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_400);
  expect(await page.getByLabel("Remind me before an event").isVisible()).toBe(true);
  expect(await button(page, "Save my name").isVisible()).toBe(false);
  await heading(page, "My name").click();
  await button(page, "Save my name").waitFor();
});

it("Me begins with what most people come for, and ends with Log Out, which asks a grandparent first", async () => {
  const rose = await join(server(), await signUp(server()), "grandparent", "Rose");
  const page = await visitOf(server(), windows, { width: widths.tablet }).open("/account", rose);
  await heading(page, "More").waitFor();
  await settled(page);
  expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents()).toEqual([
    ...["My name", "My picture and birthday", "Text size and colors", "Messages", "Reminders", "More"],
  ]);
  const last = page.getByRole("main").getByRole("button").last();
  expect(await last.textContent()).toBe("Log Out");
  await last.click();
  const question = page.getByRole("dialog", { name: "You'll need a code to come back. Log out?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.token)).toBeTruthy();
  await last.click();
  await button(page, "Yes, log out").click();
  await page.waitForURL(`${server().url}/`);
  expect(await page.evaluate(() => localStorage.token)).toBeUndefined();
});

it("at 1280 px, Me has two columns", async () => {
  const page = await visitOf(server(), windows).open("/account", await signUp(server()));
  await heading(page, "More").waitFor();
  const left = async (title: string) => (await heading(page, title).first().boundingBox())?.x ?? 0;
  expect(await left("My picture and birthday")).toBe(await left("My name"));
  expect(await left("Reminders")).toBeGreaterThan((await left("My name")) + 400);
});

it("Rose's page about herself is at most 2,000 px long on a phone and 1,400 px on her tablet, and opens what she needs by keyboard", async () => {
  const rose = await join(server(), await signUp(server()), "grandparent", "Rose");
  const page = await visitOf(server(), windows, { width: widths.phone }).open("/account", rose);
  await heading(page, "More").waitFor();
  await settled(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(2_000);
  await page.setViewportSize({ width: widths.tablet, height: 900 });
  expect(await height()).toBeLessThanOrEqual(1_400);
  expect(await button(page, "Save my name").isVisible()).toBe(false);
  await page.locator("summary").first().press("Enter");
  await button(page, "Save my name").waitFor();
});
