// Pictures show what is hard to describe: Rose's picture, the family's marks on it, and the words of both sides.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { removeMember } from "#contract/families.ts";
import { addPicture, listReplies } from "#contract/help/replies.ts";
import { askForHelp, listHelpRequests, resolveHelpRequest } from "#contract/help/requests.ts";
import { countWaitingFiles, openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { faultsOfRegions } from "#tests/support/measures/live-regions.ts";
import { hold } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { photo, photoBytes } from "#tests/support/photos.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { askForHelpOnScreen, button, choosePhoto, heading, link, openMore } from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();

const place = { IFD3: { GPSLatitude: "39/1 57/1 0/1", GPSLatitudeRef: "N" } };

const fromCamera = async (page: Window) =>
  choosePhoto(page, await photoBytes({ width: 2_000, height: 1_500, exif: place }));

async function asking() {
  const family = await reyesFamily(server());
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  return { ...family, id };
}

async function shown() {
  const family = await asking();
  const parts = { params: { id: family.id }, headers: { "idempotency-key": "a" } };
  await family.rose.client.call(addPicture, { ...parts, upload: await photo({ width: 400, height: 300 }) });
  return family;
}

const openPicture = (page: Window, name: string) => page.getByRole("button", { name: `From ${name}` });
const threadOf = ({ client }: Person, id: number) => client.call(listReplies, { params: { id } });
const openMessageForm = (page: Window) => page.locator("summary", { hasText: "Write a message" }).click();
const logOf = (page: Window) => page.getByRole("log", { name: "Pictures and messages" });
const circleIn = (page: Window) => page.getByRole("dialog").locator("svg circle").first();

/** Returns the size of the picture that leaves the device, and whether the camera's metadata is still in it. */
const waitingPicture = (page: Page) =>
  page.evaluate(async () => {
    const opened = Promise.withResolvers<IDBDatabase>();
    const opening = indexedDB.open("porchlight-files");
    opening.onsuccess = () => opened.resolve(opening.result);
    const database = await opened.promise;
    const read = Promise.withResolvers<{ bytes: ArrayBuffer }[]>();
    const files = database.transaction("files").objectStore("files").getAll();
    files.onsuccess = () => read.resolve(files.result);
    const [file] = await read.promise;
    database.close();
    const photo = new Blob([file?.bytes ?? ""]);
    const { width, height } = await createImageBitmap(photo);
    const hasMetadata = new TextDecoder("latin1").decode(file?.bytes).includes("Exif");
    return { width, height, hasMetadata, isSmall: photo.size < 500_000 };
  });

/** Draws with a finger, from one place of the picture to another. */
async function drawByFinger(page: Page, from: number, to: number): Promise<void> {
  const box = await page.getByRole("application").boundingBox();
  const devtools = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", share?: number) => {
    const at = (share ?? 0) * (box?.width ?? 0);
    const touchPoints = share === undefined ? [] : [{ x: (box?.x ?? 0) + at, y: (box?.y ?? 0) + 40 }];
    await devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", from);
  await touch("touchMove", (from + to) / 2);
  await touch("touchMove", to);
  await touch("touchEnd");
}

/** Counts taps and typed characters from here on. */
async function countEffort(page: Window): Promise<() => Promise<{ taps: number; keys: number }>> {
  await page.evaluate(() => {
    const effort = { taps: 0, keys: 0 };
    // A tap on something that has just moved is taken back on the window and tried again, so it must not count there.
    document.addEventListener("pointerdown", () => (effort.taps += 1), true);
    document.addEventListener("keydown", () => (effort.keys += 1), true);
    Object.assign(globalThis, { effort });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "effort"));
}

it("“Take a picture” opens the device's own camera or files in two taps", {
  tags: "chromium",
}, async () => {
  const { rose } = await asking();
  const page = await visitOf(server(), chromium).open("/", rose);
  const chooser = page.waitForEvent("filechooser");
  await openMore(page);
  await button(page, "Take a picture").click();
  await chooser;
});

it("Rose sends the picture that she took in 2 taps, Anna marks it in 4, and Rose sees the mark as big as her screen", async () => {
  const { anna, rose, id } = await asking();
  const { open } = visitOf(server(), windows);
  const [rosesPage, annasPage] = [await open("/", rose), await open("/", anna)];
  const rosesEffort = await countEffort(rosesPage);
  await openMore(rosesPage);
  await button(rosesPage, "Take a picture").waitFor();
  await fromCamera(rosesPage);
  await rosesPage.getByRole("img", { name: "The picture you took" }).waitFor();
  await button(rosesPage, "Send").click();
  await link(annasPage, "See Rose's picture").click();
  expect(await rosesEffort()).toEqual({ taps: 2, keys: 0 });
  await rosesPage.getByText("Anna has seen your picture.").waitFor();

  const annasEffort = await countEffort(annasPage);
  await openPicture(annasPage, "Rose").click();
  await annasPage.getByRole("application").click();
  await button(annasPage, "Press this one.").click();
  await button(annasPage, "Send").click();
  await annasPage.getByRole("dialog").waitFor({ state: "detached" });
  expect((await annasEffort()).taps).toBe(4);

  await rosesPage.getByText("Press this one.").waitFor();
  await openPicture(rosesPage, "Anna").click();
  await circleIn(rosesPage).waitFor();
  const dialog = await rosesPage.getByRole("dialog").boundingBox();
  expect(dialog).toMatchObject({ x: 0, y: 0, width: widths.desktop });
  await rosesPage.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await rosesPage.getByRole("dialog").waitFor({ state: "detached" });
  const [, answer] = await threadOf(rose, id);
  expect(answer).toMatchObject({ words: "Press this one.", marks: [{ kind: "circle" }] });
});

it("Rose and Anna read the thread of a request that is no longer on home among the earlier requests", async () => {
  const { anna, rose, id } = await shown();
  await rose.client.call(resolveHelpRequest, { params: { id } });
  server().clock.advance(61 * minuteMs);
  const { open } = visitOf(server(), windows);
  const rosesPage = await open("/account", rose);
  await heading(rosesPage, "More").click();
  await link(rosesPage, "Earlier requests").click();
  await link(rosesPage, "Ask for help").click();
  await link(rosesPage, "Earlier requests").click();
  await rosesPage.getByText("Pictures and messages").click();
  await openPicture(rosesPage, "you").waitFor();
  const annasPage = await open("/admin/help", anna);
  await annasPage.getByText("Pictures and messages").click();
  await openPicture(annasPage, "Rose").evaluate((picture) => picture.scrollIntoView());
  await expect
    .poll(async () => (await threadOf(rose, id))[0]?.seenBy)
    .toMatchObject([{ person: { name: "Anna Reyes" } }]);
  expect(await annasPage.getByText("Write a message").count()).toBe(0);
});

it("Anna places a circle, an arrow and a number with keys alone, and removes the last one", async () => {
  const { anna, id } = await shown();
  const page = await visitOf(server(), windows).open("/", anna);
  await openPicture(page, "Rose").focus();
  await page.keyboard.press("Enter");
  const stage = page.getByRole("application");
  const choose = async (tool: string) => {
    await page.getByRole("radio", { name: tool }).focus();
    await page.keyboard.press("Space");
    await stage.focus();
  };
  await stage.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await choose("Arrow");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await choose("Number");
  await page.keyboard.press("Enter");
  await choose("Circle");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("an arrow in the middle").waitFor();
  await button(page, "Undo").focus();
  await page.keyboard.press("Enter");
  await button(page, "Send").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const [, answer] = await threadOf(anna, id);
  expect(answer?.marks).toMatchObject([
    { kind: "circle", x: 0.45, y: 0.5 },
    { kind: "arrow", x: 0.5, y: 0.45 },
    { kind: "number", number: 1 },
  ]);
});

it("a request and its picture made without a connection both arrive, once", {
  tags: "chromium",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openOnDevice(chromium, server().url, rose);
  await waitUntilCached(page);
  await page.context().setOffline(true);
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await moveClockUntil(page, async () => (await button(page, "Take a picture").count()) === 1);
  await fromCamera(page);
  await button(page, "Send").click();
  await page.getByText("This picture is saved on this device. Not sent yet.").waitFor();
  expect(await faultsOfRegions(page)).toEqual([]);
  expect(await countWaitingFiles(page)).toBe(1);
  const small = { width: 1_600, height: 1_200, isSmall: true };
  expect(await waitingPicture(page)).toEqual({ ...small, hasMetadata: false });

  await page.context().setOffline(false);
  await moveClockUntil(page, async () => (await countWaitingFiles(page)) === 0);
  const [request] = await anna.client.call(listHelpRequests);
  expect(await threadOf(anna, request?.id ?? 0)).toMatchObject([
    { person: { name: "Rose" }, picture: { width: 1_600 } },
  ]);
  await openPicture(page, "you").waitFor();
});

it("a request that is closed while Anna draws refuses her answer with a message and keeps what she drew", async () => {
  const { anna, ben, id } = await shown();
  const page = await visitOf(server(), windows).open("/", anna);
  await openPicture(page, "Rose").click();
  await page.getByRole("application").click();
  await page.getByLabel("Words for Rose").fill("It's the blue one.");
  await ben.client.call(resolveHelpRequest, { params: { id } });
  await heading(page, "Rose needs help").waitFor({ state: "detached" });
  await button(page, "Send").click();
  await page.getByText("This was not sent, because the request is closed.").waitFor();
  expect(await page.getByLabel("Words for Rose").inputValue()).toBe("It's the blue one.");
  await circleIn(page).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await openPicture(page, "Rose").click();
  expect(await page.getByLabel("Words for Rose").inputValue()).toBe("It's the blue one.");
});

it("two helpers who draw at once, one with a finger, both answer, and Rose reads who wrote what", {
  tags: ["extended", "chromium"],
}, async () => {
  const { anna, ben, rose, id } = await shown();
  const { open } = visitOf(server(), chromium);
  const [rosesPage, annasPage] = [await open("/", rose), await open("/", anna)];
  const bensPage = await open("/", ben, { width: widths.phone, hasTouch: true });
  const pages = [annasPage, bensPage];
  for (const page of pages) await openPicture(page, "Rose").click();
  await annasPage.getByRole("application").click({ position: { x: 40, y: 40 } });
  await drawByFinger(bensPage, 0.3, 0.7);
  await Promise.all(pages.map((page) => button(page, "Send").click()));
  await openPicture(rosesPage, "Anna").waitFor();
  await openPicture(rosesPage, "Ben").waitFor();
  const bens = (await threadOf(rose, id)).find(({ person }) => person.name === "Ben");
  expect(bens?.marks).toMatchObject([{ kind: "circle", x: 0.3, radius: 0.4 }]);
});

it("a file that is not a photo is refused on the device, and a message goes both ways", async () => {
  const { anna, rose } = await asking();
  const { open } = visitOf(server(), windows);
  const [rosesPage, annasPage] = [await open("/", rose), await open("/", anna)];
  await openMore(rosesPage);
  await button(rosesPage, "Take a picture").waitFor();
  await choosePhoto(rosesPage, Buffer.from("<svg></svg>"));
  await rosesPage.getByText("This is not a photo that we can read.").waitFor();
  for (const [from, to, words] of [
    [annasPage, rosesPage, "Which lamp is on?"],
    [rosesPage, annasPage, "The red one."],
  ] as const) {
    await openMessageForm(from);
    await from.getByLabel(/^Message to/).fill(words);
    await button(from, "Send message").click();
    await to.getByText(words).waitFor();
  }
});

it("a picture that Rose takes while another is being sent stays until it is sent too", {
  tags: ["extended", "chromium"],
}, async () => {
  const { rose, id } = await asking();
  const page = await visitOf(server(), chromium).open("/", rose);
  const taken = page.getByRole("img", { name: "The picture you took" });
  const widthOfTaken = () =>
    taken.evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.width : 0));
  const letArrive = await hold(page, "**/pictures");
  await openMore(page);
  await button(page, "Take a picture").waitFor();
  await choosePhoto(page, await photoBytes({ width: 300, height: 200 }));
  await button(page, "Send").click();
  await button(page, "Sending...").waitFor();
  await choosePhoto(page, await photoBytes({ width: 400, height: 300 }));
  await expect.poll(widthOfTaken).toBe(400);
  letArrive();
  await openPicture(page, "you").waitFor();
  await button(page, "Send").click();
  await taken.waitFor({ state: "detached" });
  const sentWidths = async () => (await threadOf(rose, id)).map(({ picture }) => picture?.width);
  await expect.poll(sentWidths).toEqual([300, 400]);
});

/** Sends a message as Anna that arrives only when `letArrive` is called. */
async function sendSlowly() {
  const { anna, id } = await asking();
  const page = await visitOf(server(), chromium).open("/", anna);
  await openMessageForm(page);
  const field = page.getByLabel("Message to Rose");
  const letArrive = await hold(page, "**/replies");
  await field.fill("Which lamp is on?");
  await button(page, "Send message").click();
  await button(page, "Sending...").waitFor();
  return { anna, id, page, field, letArrive };
}

it("words that Anna types while a message is on its way stay in the field", {
  tags: ["extended", "chromium"],
}, async () => {
  const { page, field, letArrive } = await sendSlowly();
  await field.fill("Which lamp is on? Is it red?");
  letArrive();
  await logOf(page).getByText("Which lamp is on?").waitFor();
  await button(page, "Send message").waitFor();
  expect(await field.inputValue()).toBe("Which lamp is on? Is it red?");
});

it("a message that arrives while Anna is on another page is not offered for sending again", {
  tags: ["extended", "chromium"],
}, async () => {
  const { anna, id, page, field, letArrive } = await sendSlowly();
  await link(page, "Help").first().click();
  await field.waitFor({ state: "detached" });
  letArrive();
  await expect.poll(() => threadOf(anna, id)).toHaveLength(1);
  await link(page, "Home").first().click();
  await logOf(page).getByText("Which lamp is on?").waitFor();
  await openMessageForm(page);
  await expect.poll(() => field.inputValue()).toBe("");
});

it("what Anna sent about a picture is not there again when she closed the picture before it arrived", {
  tags: ["extended", "chromium"],
}, async () => {
  const { anna } = await shown();
  const page = await visitOf(server(), chromium).open("/", anna);
  await openPicture(page, "Rose").click();
  const words = page.getByLabel("Words for Rose");
  const letArrive = await hold(page, "**/replies");
  await words.fill("It's the blue one.");
  await button(page, "Send").click();
  await button(page, "Sending...").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await openPicture(page, "Rose").click();
  letArrive();
  await expect.poll(() => words.inputValue()).toBe("");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await logOf(page).getByText("It's the blue one.").waitFor();
});

it("a picture that waits here for a family is deleted from the device once Rose is no longer in it", {
  tags: "chromium",
}, async () => {
  const { anna, rose } = await asking();
  const page = await visitOf(server(), chromium).open("/", rose);
  await openMore(page);
  await button(page, "Take a picture").waitFor();
  await page.route("**/pictures", (route) => route.abort());
  await fromCamera(page);
  await button(page, "Send").click();
  await expect.poll(() => countWaitingFiles(page)).toBe(1);
  await anna.client.call(removeMember, { params: { id: rose.id } });
  await expect.poll(() => countWaitingFiles(page)).toBe(0);
});
