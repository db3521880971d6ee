// The light: Rose turns it on, Anna sees it at once and waves, and Anna hears of a morning on which it stays dark.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { getCurrentLights } from "#contract/lights.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { checkLights } from "#tests/support/due-work.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { chooseLight, moveToMorning } from "#tests/support/lights.ts";
import { reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { deviceOf, visitOf } from "#tests/support/screens/visit.ts";
import { button, heading, link } from "#tests/support/steps.ts";
import { widths } from "#tests/support/window.ts";

const front = useFront("http");
const server = () => front().server;
const windows = useEngineWindows();

it("Rose starts to use her light in Me, taps it, and Anna waves; on a morning without it, Anna gets a message", async () => {
  const { rose, anna } = await reyesFamily(server());
  await moveToMorning(server(), rose);
  await subscribeToPush(anna);
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const tablet = await open("/account", rose);
  await heading(tablet, "More").click();
  await link(tablet, "My light").click();
  await tablet.getByLabel("Anna").check();
  await button(tablet, "Use my light").click();
  await tablet.getByText("Your light is on your home page each morning.").waitFor();
  await link(tablet, "Home").click();
  const phone = await open("/", anna);
  await heading(phone, "Today's Events").waitFor();
  const lamp = phone.locator("header a[href='/'] svg path");
  const darkPaths = await lamp.count();

  await button(tablet, "Turn on my light").click();
  await tablet.getByText(/^Your light is on, \d+:\d\d AM/).waitFor();
  await phone.getByText(/^Rose's light is on, \d+:\d\d AM/).waitFor();
  // The rays of the lamp in the masthead are a path of their own.
  expect(await lamp.count()).toBe(darkPaths + 1);
  await button(phone, "Wave to Rose").click();
  await phone.getByText("You waved.").waitFor();
  await tablet.getByText("Anna waved.").waitFor();

  await staySignedIn(server());
  server().clock.advance(dayMs + 2 * hourMs);
  await checkLights(server().world);
  const [sent] = server().pushed.filter(({ subscription }) => subscription.endpoint.endsWith(`/${anna.id}`));
  expect(PushPayload.parse(JSON.parse(sent?.payload ?? ""))).toMatchObject({
    title: "Rose hasn't turned on the light today",
    callName: "Rose",
  });
});

it("a tap, and a wave, without a connection wait on the device and arrive once, the tap with its time", async () => {
  const { rose, ben } = await reyesFamily(server());
  await moveToMorning(server(), rose);
  await chooseLight({ rose, ben });
  const page = await windows.open(front().url, deviceOf(front().url, rose));
  await button(page, "Turn on my light").waitFor();
  await front().close();
  const now = () => server().clock.now().getTime();
  const before = now();
  await button(page, "Turn on my light").click();
  await page.getByText("is saved on this device").waitFor();
  const after = now();
  expect(await ben.client.call(getCurrentLights)).toMatchObject({ others: [] });

  await sleep(1_500);
  await front().open();
  await page.getByText(/^Your light is on/).waitFor();
  const { others } = await ben.client.call(getCurrentLights);
  const at = Date.parse(others[0]?.litAt ?? "");
  // The server names its time by the second, and an answer that took long makes the device's clock seem ahead.
  expect(at).toBeGreaterThanOrEqual(before - 5_000);
  expect(at).toBeLessThanOrEqual(after + 1_500);

  const phone = await windows.open(front().url, deviceOf(front().url, ben));
  await button(phone, "Wave to Rose").waitFor();
  await front().close();
  await button(phone, "Wave to Rose").click();
  await phone.getByText("You waved. Rose sees it as soon as there is a connection.").waitFor();
  await sleep(1_500);
  await front().open();
  await page.getByText(/Ben waved/).waitFor();
  await phone.getByText("as soon as there is a connection").waitFor({ state: "detached" });
});

it("a touch of anything counts as being up, so nobody is told that the light stays dark", async () => {
  const { rose, ben } = await reyesFamily(server());
  await moveToMorning(server(), rose);
  await chooseLight({ rose, ben });
  const usedAt = async () => {
    const light = server().database.kysely.selectFrom("lights").select("used_at");
    return (await light.where("person_id", "=", rose.id).executeTakeFirst())?.used_at ?? null;
  };
  await server()
    .database.kysely.updateTable("lights")
    .set({ used_at: null })
    .where("person_id", "=", rose.id)
    .execute();
  const page = await visitOf(server(), windows).open("/", rose);
  await button(page, "Turn on my light").waitFor();
  expect(await usedAt()).toBeNull();
  await heading(page, "Today's Events").click();
  await expect.poll(usedAt).not.toBeNull();
  await button(page, "Turn on my light").waitFor();
});
