// Push messages on this device: turning them on and off in "Me", and how the device keeps them working.
// @module-tag extended
import { createECDH } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { deletePushSubscription, listPushSubscriptions } from "#contract/messages.ts";
import { Client } from "#tests/support/client.ts";
import { openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import { provePhone, signUp } from "#tests/support/people.ts";
import { blockMessages, changeSubscription, standInForPush } from "#tests/support/push-in-browser.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const keptByBrowser = (page: Page) => page.evaluate(() => localStorage.getItem("test-subscription"));

/** Changes the token as another tab would. */
const signInAs = (page: Page, token = "") =>
  page.evaluate((token) => {
    if (token) localStorage.setItem("token", token);
    else localStorage.removeItem("token");
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
  }, token);

it("push messages can be turned on and off, survive changes of server and browser, and reach nobody else", async () => {
  const [anna, carla] = [await signUp(server()), await signUp(server())];
  const endpointsOf = async ({ id }: { id: number }) => {
    const { kysely } = server().database;
    const rows = await kysely
      .selectFrom("push_subscriptions")
      .select("endpoint")
      .where("person_id", "=", id)
      .execute();
    return rows.map(({ endpoint }) => endpoint);
  };
  const endpoints = () => endpointsOf(anna);
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await standInForPush(page);
  await page.goto(`${server().url}/account`);
  await button(page, "Turn on messages here").click();
  await expectToast(page, "You get messages on this device now");
  await page.getByText("You get messages on this device.").waitFor();
  const [first = ""] = await endpoints();
  expect(first).toMatch(/^https:/);

  // The server dropped the subscription, as after a push service's refusal. The device registers a new one at
  // the next start.
  await server().database.kysely.deleteFrom("push_subscriptions").execute();
  await page.reload();
  await expect.poll(endpoints).toHaveLength(1);
  const [second = ""] = await endpoints();
  expect(second).not.toBe(first);

  // The server has a new key, so the old subscription no longer works.
  const publicKey = createECDH("prime256v1").generateKeys("base64url");
  await page.route("**/api/push-key", async (route) => {
    const json = { ...(await (await route.fetch()).json()), publicKey };
    await route.fulfill({ json });
  });
  await page.reload();
  await expect.poll(endpoints).not.toEqual([second]);
  expect(await endpoints()).toHaveLength(1);
  expect(await keptByBrowser(page)).toContain(publicKey);

  const changed = "https://fcm.googleapis.com/fcm/send/changed";
  await changeSubscription(page, changed);
  await expect.poll(endpoints).toEqual([changed]);

  // Subscriptions belong to the person: they stop when somebody else signs in here, and resume when she is back.
  await signInAs(page, carla.client.token);
  await expect.poll(() => keptByBrowser(page)).toBeNull();
  expect(await endpointsOf(carla)).toEqual([]);
  await signInAs(page);
  await anna.client.call(logout);
  expect(await endpoints()).toEqual([]);
  server().clock.advance(minuteMs);
  const { token } = await provePhone(server(), new Client(server().url), anna.phoneNumber);
  await signInAs(page, token);
  await expect.poll(endpoints).toHaveLength(1);
  await page.goto(`${server().url}/account`);

  await button(page, "Turn off messages here").click();
  await page.getByText("You don't get messages on this device.").waitFor();
  expect(await endpoints()).toEqual([]);

  // Messages that were turned off from another device stay off here.
  await button(page, "Turn on messages here").click();
  await page.getByText("You get messages on this device.").waitFor();
  server().clock.advance(minuteMs);
  const elsewhere = new Client(server().url);
  elsewhere.token = (await provePhone(server(), elsewhere, anna.phoneNumber)).token;
  const [{ id } = { id: 0 }] = await elsewhere.call(listPushSubscriptions);
  await elsewhere.call(deletePushSubscription, { params: { id } });
  await page.reload();
  await page.getByText("You don't get messages on this device.").waitFor();
  expect(await keptByBrowser(page)).toBeNull();
  expect(await endpoints()).toEqual([]);

  await button(page, "Turn on messages here").click();
  await page.getByText("You get messages on this device.").waitFor();
  await blockMessages(page);
  await page.reload();
  await page.getByText("This browser blocks messages from Porchlight").waitFor();
  await page.getByText("Find Notifications and allow them.").waitFor();
  await expect.poll(endpoints).toEqual([]);
});
