import type { Page } from "playwright-core";
import { reyesFamily } from "../people.ts";
import { button, heading, link } from "../steps.ts";
import { openDetails, type Screen, type Visit } from "./visit.ts";

async function phrases({ server, open }: Visit): Promise<Page> {
  const page = await open("/help/1", (await reyesFamily(server)).rose);
  await button(page, "My TV isn't working.").waitFor();
  await openDetails(page);
  return page;
}

/** A toast goes by itself, unless the focus is in it. */
async function holdToast(page: Page): Promise<Page> {
  await button(page, "Close").waitFor();
  await page.keyboard.press("F8");
  return page;
}

export const helpScreens: readonly Screen[] = [
  {
    name: "help",
    async show({ server, open }) {
      const page = await open("/help", (await reyesFamily(server)).rose);
      await link(page, "Other Help").waitFor();
      return page;
    },
  },
  {
    name: "help, signed out",
    async show({ open }) {
      const page = await open("/help");
      await link(page, "Other Help").waitFor();
      return page;
    },
  },
  { name: "phrases, with something else", show: phrases },
  {
    name: "phrases, with nothing written",
    async show(visit) {
      const page = await phrases(visit);
      await button(page, "Ask my family").click();
      await page.getByText("Please say what you need").waitFor();
      return page;
    },
  },
  {
    name: "a toast",
    async show(visit) {
      const page = await phrases(visit);
      await button(page, "My TV isn't working.").click();
      await page.getByText("Help Request Sent", { exact: true }).waitFor();
      await holdToast(page);
      await heading(page, "Today's Events").waitFor();
      return page;
    },
  },
  {
    name: "a toast of something that failed",
    async show({ open }) {
      const page = await open("/admin-login");
      await page.getByLabel("Username").fill("Nobody");
      await page.getByLabel("Password").fill("nothing here");
      await button(page, "Login").click();
      return holdToast(page);
    },
  },
];
