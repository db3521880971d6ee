// Devices show push messages, which are handed directly to Chromium, without a push service.
import type { Page, Worker } from "playwright-core";
import { expect, it } from "vitest";
import { removeMember } from "#contract/families.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
} from "#contract/help/requests.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { listOwnContactMethods, sendTest } from "#contract/reachability.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { openOnDevice, waitUntilCached, withActiveWorker } from "#tests/support/device.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { invite, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { standInForPush } from "#tests/support/push-in-browser.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link, provePhoneOnScreen } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: server().url, registrationId, data });
  await devtools.detach();
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("The page has no service worker.");
  return worker;
}

/** Counts the notifications that the worker has shown, from the first call on. */
const countShown = (page: Page): Promise<number> =>
  workerOf(page).evaluate(() => {
    const registration = Reflect.get(globalThis, "registration");
    if (Reflect.has(registration, "shownSoFar")) return registration.shownSoFar;
    const show = registration.showNotification.bind(registration);
    registration.shownSoFar = 0;
    registration.showNotification = async (...notification: unknown[]) => {
      await show(...notification);
      registration.shownSoFar += 1;
    };
    return 0;
  });

/**
 * The notifications on the device. Chromium forgets a notification if they are listed while it is being shown, so this
 * is called only afterwards.
 */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** A busy Chromium occasionally drops a message, so it is sent again each second until it is shown. */
async function pushTo(page: Page, data: string, title: string = JSON.parse(data).title): Promise<void> {
  const before = await countShown(page);
  let looks = 0;
  const count = async () => {
    if (looks++ % 10 === 0) await deliver(page, data);
    return await countShown(page);
  };
  await expect.poll(count, { interval: 100 }).toBeGreaterThan(before);
  expect((await shown(page)).map((notification) => notification.title)).toContain(title);
}

/** Presses a button of the notification that has buttons, and waits until the worker has handled it. */
const press = (page: Page, action: string): Promise<void> =>
  workerOf(page).evaluate(async (action) => {
    const registration = Reflect.get(globalThis, "registration");
    const all: Notification[] = await registration.getNotifications();
    const notification = all.find(({ data }) => data.acknowledgePath ?? data.verdictPath);
    if (!notification) throw new Error("No notification has buttons.");
    const Pressed = Reflect.get(globalThis, "NotificationEvent");
    const event = new Pressed("notificationclick", { notification, action });
    const work: Promise<unknown>[] = [];
    event.waitUntil = (promise: Promise<unknown>) => work.push(promise);
    dispatchEvent(event);
    await Promise.all(work);
  }, action);

it("shows pushed messages, even unreadable ones, and its call button leads to a page that dials", async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  const notice = {
    kind: "help",
    title: "Rose needs help",
    text: "My TV isn't working.",
    path: "/",
    tag: "help-1",
    callNumber: rose.phoneNumber,
    callName: "Rose",
    acknowledgePath: "/api/help-answers/none/acknowledgement",
  };
  await pushTo(page, JSON.stringify(notice));
  const shownNow = [{ title: "Rose needs help", body: "My TV isn't working.", tag: "help-1" }];
  expect(await shown(page)).toEqual(shownNow);
  await press(page, "dial");
  await heading(page, "Call Rose").waitFor();
  expect(await link(page, "Call Rose").getAttribute("href")).toBe(`tel:${rose.phoneNumber}`);

  await pushTo(page, "{", "Porchlight");
  expect(await shown(page)).toMatchObject([{ title: "Porchlight", tag: "porchlight" }]);
});

it("a press on a notification leads home from another page, although the app was opened at home", {
  tags: "extended",
}, async () => {
  const { anna } = await reyesFamily(server());
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await link(page, /^Help$/).click();
  await heading(page, "How can we help?").waitFor();
  const acknowledgePath = "/api/help-answers/none/acknowledgement";
  const data = { kind: "help", title: "Rose needs help", text: "Now", path: "/", tag: "1", acknowledgePath };
  // The page listens only some time after it was opened, so the message is sent again until it does.
  const pathAfterPress = async () => {
    await pushTo(page, JSON.stringify(data));
    await press(page, "");
    return new URL(page.url()).pathname;
  };
  await expect.poll(pathAfterPress).toBe("/");
});

/** Asks for help, and delivers the resulting push message to this page's device. */
async function askAndPush(page: Page, asker: Person, phraseId = 101): Promise<number> {
  server().pushed.length = 0;
  const { id } = await asker.client.call(askForHelp, { body: { phraseId } });
  const asked = () => server().pushed.find(({ payload }) => payload.includes(`"tag":"help-request-${id}"`));
  // An open page confirms that it has the request, which delays the message for that moment.
  const isPushed = async () => {
    await deliverDue(server().world);
    return asked() !== undefined;
  };
  await expect.poll(isPushed).toBe(true);
  await pushTo(page, asked()?.payload ?? "");
  return id;
}

it("acknowledges a request by the notification's button, and says when somebody was faster", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await subscribeToPush(anna);
  const requestOf = (id: number) => rose.client.call(getHelpRequest, { params: { id } });

  const first = await askAndPush(page, rose);
  await expect
    .poll(async () => (await requestOf(first)).receipts.map(({ state }) => state))
    .toContain("REACHED");
  await press(page, "help");
  await expect.poll(() => shown(page)).toMatchObject([{ title: "You will help", body: "Rose can see it." }]);
  expect((await requestOf(first)).helper?.id).toBe(anna.id);

  const second = await askAndPush(page, rose);
  await ben.client.call(acknowledgeHelpRequest, { params: { id: second } });
  await press(page, "help");
  await expect
    .poll(async () => (await shown(page)).map(({ body }) => body))
    .toContain("Ben is already helping.");
});

it("answers a scam check by the notification's buttons, which are two verdicts, and says when it comes too late", {
  tags: "extended",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await subscribeToPush(anna);
  const buttons = () =>
    workerOf(page).evaluate(async () => {
      const [shown] = await Reflect.get(globalThis, "registration").getNotifications();
      return shown.actions.map(({ title }: { title: string }) => title);
    });

  const first = await askAndPush(page, rose, 901);
  expect(await buttons()).toEqual(["It's a scam: don't", "I'm calling you"]);
  await press(page, "SCAM");
  const said = { title: "You said: “It's a scam: don't”", body: "Rose can see it." };
  await expect.poll(() => shown(page)).toMatchObject([said]);
  expect(await buttons()).toEqual(["Call Rose"]);
  const { scamCheck } = await rose.client.call(getHelpRequest, { params: { id: first } });
  expect(scamCheck?.verdicts).toMatchObject([{ verdict: "SCAM", person: { id: anna.id } }]);

  const second = await askAndPush(page, rose, 902);
  await rose.client.call(cancelHelpRequest, { params: { id: second } });
  await press(page, "CALLING");
  await expect
    .poll(() => shown(page))
    .toContainEqual(
      expect.objectContaining({
        title: "Your answer came too late",
        body: "Rose does not need this anymore.",
      }),
    );
});

it("answers a test by the notification's button, which proves that messages arrive", async () => {
  const { anna } = await reyesFamily(server());
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await subscribeToPush(anna);
  await anna.client.call(sendTest, { params: { id: anna.id } });
  await pushTo(page, server().pushed.pop()?.payload ?? "");
  const provenAt = async () =>
    (await anna.client.call(listOwnContactMethods)).find(({ channel }) => channel === "push")?.provenAt;
  await expect.poll(provenAt).toEqual(expect.any(String));
  await press(page, "help");
  await expect.poll(() => shown(page)).toMatchObject([{ title: "Thank you. It works." }]);
});

it("Carl joins, turns on alerts with one button, and sees that a test arrives", async () => {
  const { anna } = await reyesFamily(server());
  const page = await withActiveWorker(windows).open(server().url, {
    permissions: ["notifications"],
    width: widths.phone,
  });
  await standInForPush(page);
  await page.goto(`${server().url}/invite?code=${await invite(anna, "child", "Carl")}`);
  await provePhoneOnScreen(server(), page);
  await button(page, "Create my account").click();
  await heading(page, "Let Rose reach you").waitFor();
  const sent = server().pushed.length;
  await button(page, "Turn on alerts").click();
  await page.getByText("We sent a test to this device.").waitFor();
  await pushTo(page, server().pushed[sent]?.payload ?? "");
  await page.getByText("The test arrived. This is how Rose can reach you.").waitFor();
  expect(await shown(page)).toMatchObject([{ title: "Does this reach you?" }]);
  await button(page, "Continue").click();
  await heading(page, "Welcome to Porchlight, Carl!").waitFor();
  await page.waitForURL(`${server().url}/`);
});

it("closes a family's notifications when the person is removed from it, and all of them on sign-out", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const carla = await signUp(server(), { name: "Carla Lee", role: "grandparent" });
  const inviteCode = await invite(carla, "child", "Ben");
  await ben.client.call(acceptInvitation, { body: { inviteCode, userId: ben.id } });
  const page = await openOnDevice(windows, server().url, ben, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await subscribeToPush(ben);
  for (const asker of [rose, carla]) await askAndPush(page, asker);
  const titles = async () => (await shown(page)).map(({ title }) => title).sort();
  expect(await titles()).toEqual(["Carla Lee needs help", "Rose needs help"]);
  await anna.client.call(removeMember, { params: { id: ben.id } });
  await page.reload();
  await expect.poll(titles).toEqual(["Carla Lee needs help"]);
  await page.goto(`${server().url}/admin`);
  await button(page, "Log Out").click();
  await expect.poll(titles).toEqual([]);
});
