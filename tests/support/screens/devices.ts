// Screens that depend on the device: unsent requests, notifications, and installing the app.
import type { Page } from "playwright-core";
import { storeUnsentRequest } from "../device.ts";
import { unreachable } from "../network-failures.ts";
import { invite, reyesFamily, signUp } from "../people.ts";
import { blockMessages, standInForPush } from "../push-in-browser.ts";
import { button, heading, link, openUnderMore } from "../steps.ts";
import { iPhone } from "../touch-devices.ts";
import type { Screen, Visit } from "./visit.ts";

const notSent = "Saved on this device. Not sent yet.";
const phrase = "My TV isn't working.";

async function waiting({ server, open }: Visit): Promise<Page> {
  const { anna, rose } = await reyesFamily(server);
  const page = await open("/", rose);
  await heading(page, "Today's Events").waitFor();
  await page.route("**/api/help-requests", (route) =>
    route.request().method() === "POST" ? unreachable(route) : route.continue(),
  );
  await storeUnsentRequest(page, {
    key: crypto.randomUUID(),
    personId: rose.id,
    familyId: rose.familyId,
    phrase,
    body: { phraseId: 101 },
    contact: { name: "Anna", phoneNumber: anna.phoneNumber },
  });
  await page.reload();
  await heading(page, notSent).waitFor();
  return page;
}

/** Opens a window that can receive push messages, as far as a headless browser can. */
async function me({ server, open }: Visit): Promise<Page> {
  const { anna } = await reyesFamily(server);
  const page = await open("/healthz", anna, { serviceWorkers: "allow", permissions: ["notifications"] });
  await standInForPush(page);
  return page;
}

const goToMe = ({ server }: Visit, page: Page) => page.goto(`${server.url}/account`);

export const deviceScreens: readonly Screen[] = [
  {
    name: "home, offline, with a request that has waited for more than 20 seconds",
    async show(visit) {
      const page = await waiting(visit);
      await link(page, "Text Anna").waitFor();
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await page.getByText("You are not online right now").waitFor();
      return page;
    },
  },
  {
    name: "landing, with an unsent request from before",
    async show(visit) {
      const page = await waiting(visit);
      await page.evaluate(() => localStorage.removeItem("token"));
      await page.goto(visit.server.url);
      await heading(page, notSent).waitFor();
      return page;
    },
  },
  {
    name: "Me, messages turned on",
    async show(visit) {
      const page = await me(visit);
      await goToMe(visit, page);
      await button(page, "Turn on messages here").click();
      await page.getByText("You get messages on this device.").waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "the last step of joining, for somebody who helps",
    async show(visit) {
      const { server } = visit;
      const page = await me(visit);
      const carla = await signUp(server, { name: "Carla Lee", role: "grandparent" });
      await page.goto(`${server.url}/invite?code=${await invite(carla, "child", "Anna")}`);
      // The app registers its worker two seconds after the page has loaded.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await button(page, "Join").click();
      await button(page, "Turn on alerts").waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "Me, messages blocked",
    async show(visit) {
      const page = await me(visit);
      await blockMessages(page);
      await goToMe(visit, page);
      await page.getByText("This browser blocks messages from Porchlight").waitFor();
      return page;
    },
  },
  {
    name: "Me, on an iPhone",
    async show({ server, open }) {
      const page = await open("/account", (await reyesFamily(server)).rose, iPhone);
      await heading(page, /^Messages$/).click();
      await page.getByText("Only an app on the home screen gets messages here").waitFor();
      await openUnderMore(page, "On my home screen");
      return page;
    },
  },
  {
    name: "home, with instructions to install the app",
    async show({ server, open }) {
      const page = await open("/", (await reyesFamily(server)).rose, iPhone);
      await page.getByText("Keep Porchlight on your home screen").waitFor();
      return page;
    },
  },
  {
    name: "call",
    async show({ server, open }) {
      const page = await open("/call", (await reyesFamily(server)).rose);
      await link(page, "Call Anna").waitFor();
      return page;
    },
  },
];
