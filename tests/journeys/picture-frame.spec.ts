// The picture frame: pictures and the clock on a tablet that nobody uses, until somebody touches it or needs help.
// @module-tag extended
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { giveHelloPicture, listHellos } from "#contract/hellos.ts";
import { resolveHelpRequest } from "#contract/help/requests.ts";
import { asked } from "#tests/support/asked-help.ts";
import { dayIn, plan } from "#tests/support/events.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, choosePhoto, heading, link, openUnderMore } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const frame = (page: Page) => page.getByRole("dialog", { name: /^Pictures of your family/ });

/** Notes what the browser gives to whoever asks it to keep the screen on. */
const noteLocks = (page: Page) =>
  page.addInitScript(() => {
    const taken: WakeLockSentinel[] = [];
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = async function (...type) {
      const lock = await request.apply(this, type);
      taken.push(lock);
      return lock;
    };
    Object.assign(window, { isKeptOn: () => taken.some(({ released }) => !released) });
  });

const isKeptOn = (page: Page) => page.evaluate("isKeptOn()");

/** Nobody touches the tablet for this long. */
const leaveAlone = (page: Page, milliseconds = 5 * minuteMs) => page.clock.fastForward(milliseconds);

it("shows pictures once nobody has touched the tablet for five minutes, and home at a touch or a request", async () => {
  const family = await reyesFamily(server());
  const { anna, ben, rose } = family;
  server().clock.goTo("15:00");
  await plan(anna, { startDate: `${dayIn(server(), 0)}T19:00`, endDate: `${dayIn(server(), 0)}T20:00` });
  for (const caption of ["The lake", "The garden"]) {
    const given = { headers: { "idempotency-key": caption }, query: { place: "0", caption } };
    await ben.client.call(giveHelloPicture, { ...given, upload: await photo() });
  }
  const { open } = visitOf(server(), windows, { width: widths.tablet, timezoneId: "America/New_York" });
  // Only a whole Chromium keeps a screen on, and it is the one with a camera.
  const page = await open("/account", rose, { permissions: ["camera", "screen-wake-lock"] });
  await page.clock.install({ time: server().clock.now() });
  await noteLocks(page);
  await page.reload();
  await openUnderMore(page, "Picture frame");
  expect(await isKeptOn(page)).toBe(false);
  await page.getByLabel("Show pictures when nobody uses this tablet").check();
  await expect.poll(() => isKeptOn(page)).toBe(true);
  await link(page, "Home").click();
  await button(page, "Love it").waitFor();

  await leaveAlone(page, 5 * minuteMs - 10_000);
  expect(await frame(page).count()).toBe(0);
  await leaveAlone(page, 10_000);
  await frame(page).getByText("From Ben: The garden").waitFor();
  for (const words of [/^3:0\d PM$/, /^Friday, November \d+$/, /Dentist at 7:00 PM/])
    await frame(page).getByText(words).waitFor();
  await leaveAlone(page, 30_000);
  await frame(page).getByText("From Ben: The lake").waitFor();

  // The touch is where "Love it" is under the pictures, and only ends them.
  const place = await button(page, "Love it").boundingBox();
  await page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 20);
  await page.clock.runFor(1_000);
  await expect.poll(() => frame(page).count()).toBe(0);
  const { hellos } = await ben.client.call(listHellos, { query: {} });
  expect(hellos.flatMap(({ lovedBy }) => lovedBy)).toEqual([]);

  // A picture that is not sent yet stays on the screen.
  await choosePhoto(page, Buffer.from(await (await photo()).arrayBuffer()));
  await button(page, "Send").waitFor();
  await leaveAlone(page);
  expect(await frame(page).count()).toBe(0);
  await button(page, "Cancel").click();

  // A key on any page leads home, too.
  await link(page, "See the week").click();
  await heading(page, "Daily Puzzle").waitFor({ state: "detached" });
  await leaveAlone(page);
  await frame(page).waitFor();
  await page.keyboard.press("Enter");
  await page.clock.runFor(1_000);
  await heading(page, "Daily Puzzle").waitFor();
  expect(await frame(page).count()).toBe(0);

  await leaveAlone(page);
  await frame(page).waitFor();
  const params = await asked(family);
  await button(page, "I'm OK now").waitFor();
  expect(await frame(page).count()).toBe(0);
  await leaveAlone(page);
  expect(await frame(page).count()).toBe(0);
  await rose.client.call(resolveHelpRequest, { params });

  // At night it is dark.
  await expect
    .poll(async () => {
      await leaveAlone(page);
      return frame(page).count();
    })
    .toBe(1);
  await leaveAlone(page, 7 * hourMs);
  await expect.poll(() => frame(page).textContent()).toBe("");
  await expect.poll(() => isKeptOn(page)).toBe(false);
});
