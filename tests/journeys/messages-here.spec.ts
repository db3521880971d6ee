// Messages on this device, as one switches them on and off in "Me", and as the device keeps them going by itself.
import { createECDH } from "node:crypto";
import { expect, it } from "vitest";
import { openOnDevice, stayAWhile } from "../support/device.ts";
import { signUp } from "../support/people.ts";
import { blockMessages, changeSubscription, standInForPush } from "../support/push-in-browser.ts";
import { useServer } from "../support/server.ts";
import { button, reads } from "../support/steps.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

it("messages are switched on and off on a device, and stay on whatever server and browser do meanwhile", async () => {
  const anna = await signUp(server());
  const endpoints = async () => {
    const { kysely } = server().database;
    const rows = await kysely
      .selectFrom("push_subscriptions")
      .select("endpoint")
      .where("person_id", "=", anna.id)
      .execute();
    return rows.map(({ endpoint }) => endpoint);
  };
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await stayAWhile(page);
  await standInForPush(page);
  await page.goto(`${server().url}/account`);
  await button(page, "Turn on messages here").click();
  await reads(page, "Messages come to this device now");
  await page.getByText("Messages come to this device.").waitFor();
  const [first = ""] = await endpoints();
  expect(first).toMatch(/^https:/);

  // The server has lost it: it is told again on the next open.
  await server().database.kysely.deleteFrom("push_subscriptions").execute();
  await page.reload();
  await expect.poll(endpoints).toEqual([first]);

  // The server has another key: what was made for the old one is worth nothing.
  const publicKey = createECDH("prime256v1").generateKeys("base64url");
  await page.route("**/api/push-key", (route) => route.fulfill({ json: { publicKey } }));
  await page.reload();
  await expect.poll(endpoints).not.toEqual([first]);
  expect(await endpoints()).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem("test-subscription"))).toContain(publicKey);

  const changed = "https://fcm.googleapis.com/fcm/send/changed";
  await changeSubscription(page, changed);
  await expect.poll(endpoints).toEqual([changed]);

  await button(page, "Turn off messages here").click();
  await page.getByText("Messages do not come to this device.").waitFor();
  expect(await endpoints()).toEqual([]);

  await button(page, "Turn on messages here").click();
  await page.getByText("Messages come to this device.").waitFor();
  await blockMessages(page);
  await page.reload();
  await page.getByText("This browser blocks messages from Porchlight").waitFor();
  await page.getByText("Find Notifications and allow them.").waitFor();
  await expect.poll(endpoints).toEqual([]);
});
