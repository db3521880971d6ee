// Hellos: Maya's picture on Rose's screen, Rose's heart and voice back, and what happens without a connection.
import { expect, it } from "vitest";
import { getCurrentHellos, giveHelloPicture, listHellos } from "#contract/hellos.ts";
import { countCacheable, countKept, countKeptPictures } from "#tests/support/device.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { shownHello } from "#tests/support/hellos.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { photo, photoBytes } from "#tests/support/photos.ts";
import { deviceOf, visitOf } from "#tests/support/screens/visit.ts";
import { button, heading, link, logOutGrandparent, waitOutSecondTap } from "#tests/support/steps.ts";
import { useWindows, widths } from "#tests/support/window.ts";

const front = useFront("http");
const windows = useEngineWindows();
const chromium = useWindows();

async function familyWithMaya() {
  const family = await reyesFamily(front().server);
  return { ...family, maya: await join(front().server, family.anna, "child", "Maya") };
}

const all = async ({ client }: Person) => (await client.call(listHellos, { query: {} })).hellos;

/** Chooses these photos, as people do in the browser's own dialog. */
async function choosePhotos(page: Window, count: number): Promise<void> {
  await button(page, "Photo").waitFor();
  const buffer = await photoBytes({ width: 1_200, height: 900 });
  await page
    .locator('input[type="file"]')
    .setInputFiles(
      Array.from({ length: count }, (_, at) => ({ name: `${at}.jpg`, mimeType: "image/jpeg", buffer })),
    );
}

const picture = (page: Window) => page.getByRole("img", { name: /From Maya/ });

it("Maya gives Rose a picture in three taps without typing, and Rose's heart comes back in one", async () => {
  const { rose, maya } = await familyWithMaya();
  const { open } = visitOf(front().server, windows, { width: widths.tablet });
  const tablet = await open("/", rose);
  await heading(tablet, "Today's Events").waitFor();
  const phone = await open("/", maya);
  await heading(phone, "Say hello to Rose").waitFor();
  await choosePhotos(phone, 1);
  await button(phone, "Send").click();
  await phone.getByText("Sent", { exact: true }).waitFor();

  await picture(tablet).waitFor();
  await tablet.getByText("From Maya, this").waitFor();
  await expect
    .poll(() =>
      picture(tablet).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    )
    .toBeGreaterThan(0);
  await button(tablet, "Love it").click();
  expect(await button(tablet, "Love it").getAttribute("aria-pressed")).toBe("true");
  await phone.getByText("Rose loved your picture").waitFor();

  // A second tap takes the heart back.
  await waitOutSecondTap();
  await button(tablet, "Love it").click();
  await phone.getByText("Rose loved your picture").waitFor({ state: "detached" });
});

it("Rose answers with her voice in two taps, and Maya hears it", async () => {
  const { rose, maya } = await familyWithMaya();
  await shownHello(maya.client);
  const { open } = visitOf(front().server, windows, { width: widths.tablet, hasMicrophone: true });
  const tablet = await open("/", rose);
  const phone = await open("/", maya);
  await button(tablet, "Answer with my voice").click();
  await tablet
    .getByRole("timer")
    .getByText(/0:0[1-9] of 1:00/)
    .waitFor();
  await button(tablet, "Send").click();
  await tablet.getByText("Your answer is sent.").waitFor();
  await phone.getByText("It answers you.").waitFor();
  await button(phone, /^Listen: Voice message from Rose/).waitFor();
  expect(await all(rose)).toMatchObject([
    { person: { name: "Rose" }, answerTo: { person: { name: "Maya" } } },
    {},
  ]);
});

it("six pictures are one hello, to look at one by one, and the next hello comes after a heart", {
  tags: "extended",
}, async () => {
  const { rose, maya } = await familyWithMaya();
  await shownHello(maya.client);
  const { open } = visitOf(front().server, windows);
  const laptop = await open("/", maya);
  await heading(laptop, "Say hello to Rose").waitFor();
  await choosePhotos(laptop, 7);
  await laptop.getByText("These are the first 6.").waitFor();
  await laptop.getByLabel("A few words, if you like").fill("From the lake");
  await button(laptop, "Send").click();
  await expect.poll(async () => (await all(rose)).map(({ pictures }) => pictures.length)).toEqual([6, 1]);

  const tablet = await open("/", rose);
  await tablet.getByText("From the lake", { exact: true }).waitFor();
  await tablet.getByText("Picture 1 of 6").waitFor();
  await button(tablet, "Next").click();
  await tablet.getByText("Picture 2 of 6").waitFor();
  await button(tablet, "Love it").click();
  await button(tablet, "Show the next one").click();
  await tablet.getByText("From the lake", { exact: true }).waitFor({ state: "detached" });
  await link(tablet, "Earlier (1)").click();
  await heading(tablet, "Hellos").waitFor();
  await tablet.getByText("You loved it").waitFor();
});

it("without a connection, a picture and a heart wait on the device and arrive once", async () => {
  const { rose, maya } = await familyWithMaya();
  await shownHello(maya.client);
  const { url, server } = front();
  const tablet = await windows.open(url, {
    width: widths.tablet,
    hasWorker: true,
    timezoneId: "America/New_York",
    ...deviceOf(url, rose),
  });
  await expect.poll(() => countKept(tablet)).toBe(await countCacheable(server.url));
  await button(tablet, "Love it").waitFor();
  await front().close();
  await button(tablet, "Love it").click();
  await choosePhotos(tablet, 1);
  await button(tablet, "Send").click();
  await tablet.getByText("Your picture is saved on this device.").waitFor();
  expect(await all(maya)).toHaveLength(1);
  await front().open();
  await tablet.getByText("Your picture is saved on this device.").waitFor({ state: "detached" });
  await expect.poll(async () => (await all(maya)).length).toBe(2);
  const { loved } = await maya.client.call(getCurrentHellos);
  expect(loved.map(({ lovedBy }) => lovedBy.map(({ name }) => name))).toEqual([["Rose"]]);
});

it("the last 30 pictures are there without a connection, and leave the device with the person", {
  tags: ["extended", "chromium"],
}, async () => {
  const { rose, maya } = await familyWithMaya();
  for (let each = 0; each < 32; each++) {
    const query = { place: String(each % 6), caption: `Day ${Math.floor(each / 6)}` };
    const headers = { "idempotency-key": query.caption };
    await maya.client.call(giveHelloPicture, { headers, query, upload: await photo() });
  }
  const { url } = front();
  const tablet = await windows.open(url, {
    width: widths.tablet,
    hasWorker: true,
    timezoneId: "America/New_York",
    ...deviceOf(url, rose),
  });
  await expect.poll(() => countKeptPictures(tablet), { timeout: 20_000 }).toBe(30);
  const width = (image: Element) => (image instanceof HTMLImageElement ? image.naturalWidth : 0);
  await front().close();
  await tablet.goto(url);
  await expect.poll(() => tablet.getByRole("img", { name: "Day 5" }).evaluate(width)).toBeGreaterThan(0);
  await link(tablet, /^Earlier/).click();
  await expect.poll(() => tablet.getByRole("img", { name: "Day 1" }).evaluate(width)).toBeGreaterThan(0);
  await front().open();
  await tablet.goto(`${url}/account`);
  await logOutGrandparent(tablet);
  await expect.poll(() => countKeptPictures(tablet)).toBe(0);
});

it("a heart that was given without a connection is sent from the page of all hellos", {
  tags: "extended",
}, async () => {
  const { rose, maya } = await familyWithMaya();
  await shownHello(maya.client);
  const { url } = front();
  const tablet = await windows.open(`${url}/hellos`, { width: widths.tablet, ...deviceOf(url, rose) });
  await button(tablet, "Love it").waitFor();
  await front().close();
  await button(tablet, "Love it").click();
  await waitOutSecondTap();
  expect((await all(maya))[0]?.lovedBy).toEqual([]);
  await front().open();
  await expect.poll(async () => (await all(maya))[0]?.lovedBy).toMatchObject([{ name: "Rose" }]);
});

it("whoever gave a hello deletes it, and it leaves every screen", async () => {
  const { rose, maya } = await familyWithMaya();
  await shownHello(maya.client);
  const { open } = visitOf(front().server, windows, { width: widths.phone });
  const tablet = await open("/", rose);
  await picture(tablet).waitFor();
  const phone = await open("/hellos", maya);
  await button(phone, /^Delete/).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await phone.getByText("Nobody has said hello yet.").waitFor();
  await picture(tablet).waitFor({ state: "detached" });
});

const heic = { name: "a.heic", mimeType: "image/heic", buffer: Buffer.from("no picture") };

it("says in plain words why a picture or a voice cannot be given, and keeps what was chosen or recorded", {
  tags: ["extended", "chromium"],
}, async () => {
  const { maya } = await familyWithMaya();
  const page = await visitOf(front().server, chromium, { width: widths.phone }).open("/", maya);
  await heading(page, "Say hello to Rose").waitFor();
  const input = page.locator('input[type="file"]');
  await input.setInputFiles(heic);
  await page.getByText("This is not a photo that we can read. Please choose another one.").waitFor();
  const photo = { name: "a.jpg", mimeType: "image/jpeg", buffer: await photoBytes() };
  await input.setInputFiles([heic, photo]);
  await page.getByText("We could not read 1 of them. The others are here.").waitFor();
  await page.getByRole("img", { name: "Picture 1 of 1" }).waitFor();
  await button(page, "Cancel").click();

  await button(page, "Voice").click();
  await page
    .getByRole("alert")
    .getByText(/microphone/i)
    .waitFor();
  await button(page, "Cancel").click();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const [tone, silence] = [context.createOscillator(), new GainNode(context, { gain: 0 })];
      const microphone = context.createMediaStreamDestination();
      tone.connect(silence).connect(microphone);
      tone.start();
      return microphone.stream;
    };
  });
  await button(page, "Voice").click();
  await page.getByText(/0:0[1-9] of 1:00/).waitFor();
  await button(page, "Send").click();
  await page.getByText("We could not hear anything. Please check the microphone and try again.").waitFor();
  await button(page, "Again").waitFor();
  await button(page, "Cancel").click();
});

it("a picture for which there is no room stays on the device until there is, and one that the device cannot store is sent at once", {
  tags: ["extended", "chromium"],
}, async () => {
  const { maya } = await familyWithMaya();
  const page = await visitOf(front().server, chromium, { width: widths.phone }).open("/", maya);
  const full = "Your family's pictures fill its room here. Please delete some first.";
  const calls = "**/api/hellos/pictures*";
  await page.route(calls, (route) =>
    route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify({ message: full }) }),
  );
  await choosePhotos(page, 1);
  await button(page, "Send").click();
  await page.getByText(full).waitFor();
  await page.unroute(calls);
  await button(page, "Try again").click();
  await page.getByText(full).waitFor({ state: "detached" });
  await expect.poll(async () => (await all(maya)).length).toBe(1);

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("", "QuotaExceededError");
    };
  });
  await page.route(calls, (route) => route.abort());
  await choosePhotos(page, 2);
  await button(page, "Send").click();
  await page.getByText("This was not sent. Please try again.").waitFor();
  await page.unroute(calls);
  await waitOutSecondTap();
  await button(page, "Send").click();
  await page.getByText("Sent", { exact: true }).waitFor();
  expect((await all(maya)).map(({ pictures }) => pictures.length)).toEqual([2, 1]);
});

it("Rose chooses in Me whether she hears of pictures by message", async () => {
  const { rose } = await familyWithMaya();
  const page = await visitOf(front().server, windows, { width: widths.tablet }).open("/account", rose);
  await heading(page, /^Messages$/).click();
  const choice = page.getByRole("switch", { name: "Tell me when a picture comes" });
  expect(await choice.isChecked()).toBe(false);
  await choice.click();
  await expect
    .poll(async () => (await rose.client.fetch("GET", "/api/hello-messages")).json())
    .toEqual({ areOn: true });
});
