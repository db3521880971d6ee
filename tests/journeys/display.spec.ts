// Text size and colors that a person chose on a device.
import { expect, it } from "vitest";
import { signUp } from "../support/people.ts";
import { visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { heading } from "../support/steps.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

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
