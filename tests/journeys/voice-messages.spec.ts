// Voice messages say what is hard to type: Rose's, and the family's answer.
// @module-tag extended
import { expect, it } from "vitest";
import { listReplies } from "#contract/help/replies.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { countWaitingFiles, openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import { engine } from "#tests/support/engines/engine.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { hold } from "#tests/support/network-failures.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { askForHelpOnScreen, button, glimpse, openMore } from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const permissions = ["microphone"];

const timer = (page: Window) => page.getByRole("timer");

/** A busy machine can skip a second of the clock. */
const untilLongEnough = (page: Window) =>
  timer(page)
    .getByText(/0:0[1-9] of 1:00/)
    .waitFor();

/** Records between two taps, so that nobody has to hold a button. */
async function record(page: Window, start = "Record your voice"): Promise<void> {
  await button(page, start).click();
  await untilLongEnough(page);
  await button(page, "Stop").click();
  await button(page, "Listen: What you recorded").waitFor();
}

/** Records with one key, because the focus follows. */
async function recordByKeys(page: Window): Promise<void> {
  await button(page, "Record your voice").focus();
  await page.keyboard.press("Enter");
  await untilLongEnough(page);
  await page.keyboard.press("Enter");
  await page.locator(":focus", { hasText: "Listen" }).waitFor();
}

/**
 * Plays everything ten times as fast, because the journeys wait until a message has been played. Not in WebKitGTK, whose page
 * crashes when the speed of what it plays is changed.
 */
async function playFast(page: Window): Promise<void> {
  if (engine === "webkit") return;
  await page.evaluate(() => {
    const hurry = ({ target }: Event) => {
      if (target instanceof HTMLAudioElement) target.playbackRate = 10;
    };
    addEventListener("play", hurry, { capture: true });
  });
}

/** Firefox's made-up sound is the quietest, with 0.1. Silence has 0. */
const audible = 0.05;

/** Returns the loudest moment of what the page would play, between 0 and 1. */
const loudness = (page: Window, id: number) =>
  page.evaluate(async (path) => {
    const response = await fetch(path);
    const context = new OfflineAudioContext(1, 1, 16_000);
    const sound = await context.decodeAudioData(await response.arrayBuffer());
    return Math.max(...sound.getChannelData(0).map(Math.abs));
  }, `/api/help-voice-messages/${id}`);

it("Anna listens to what Rose recorded and answers in her own voice, and each learns when the other has heard it all", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const { open } = visitOf(server(), windows, { hasMicrophone: true });
  const [rosesPage, annasPage] = [await open("/", rose), await open("/", anna)];
  await playFast(annasPage);
  await openMore(rosesPage);
  await record(rosesPage);
  await button(rosesPage, "Listen: What you recorded").click();
  await glimpse(button(rosesPage, "Pause: What you recorded"));
  await playFast(rosesPage);
  await button(rosesPage, "Send").click();

  const listen = button(annasPage, /^Listen: Voice message from Rose, \d+ seconds?$/);
  await listen.focus();
  expect(await rosesPage.getByText("listened to your voice message").count()).toBe(0);
  await annasPage.keyboard.press("Enter");
  await rosesPage.getByText("Anna has listened to your voice message.").waitFor();
  const [said] = await anna.client.call(listReplies, { params: { id } });
  expect(await loudness(annasPage, said?.voiceMessage?.id ?? 0)).toBeGreaterThan(audible);

  await recordByKeys(annasPage);
  await button(annasPage, "Send").click();
  await button(rosesPage, /^Listen: Voice message from Anna/).click();
  await annasPage.getByText("Rose has listened to your voice message.").waitFor();
});

it("a voice message that was recorded without a connection ends after a minute, and arrives once", {
  tags: "chromium",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openOnDevice(chromium, server().url, rose, { permissions });
  await waitUntilCached(page);
  await page.context().setOffline(true);
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await moveClockUntil(page, async () => (await button(page, "Record your voice").count()) === 1);
  await button(page, "Record your voice").click();
  await untilLongEnough(page);
  await page.clock.fastForward(50_000);
  await timer(page).getByText("0:5").waitFor();
  await page.clock.fastForward(10_000);
  await button(page, "Again").waitFor();
  await button(page, "Send").click();
  await page.getByText("This voice message is saved on this device. Not sent yet.").waitFor();
  await button(page, /^Listen: Your voice message/).waitFor();
  expect(await countWaitingFiles(page)).toBe(1);

  await page.context().setOffline(false);
  await moveClockUntil(page, async () => (await countWaitingFiles(page)) === 0);
  const [request] = await anna.client.call(listHelpRequests);
  expect(await anna.client.call(listReplies, { params: { id: request?.id ?? 0 } })).toMatchObject([
    { person: { name: "Rose" }, voiceMessage: { isKept: false } },
  ]);
  await button(page, /^Listen: Voice message from you/).waitFor();
});

it("what Rose records while another voice message is being sent stays until it is sent too", {
  tags: ["extended", "chromium"],
}, async () => {
  const { rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await visitOf(server(), chromium, { permissions }).open("/", rose);
  const letArrive = await hold(page, "**/voice-messages");
  await openMore(page);
  await record(page);
  await button(page, "Send").click();
  await button(page, "Sending...").waitFor();
  await record(page, "Again");
  letArrive();
  await button(page, /^Listen: Voice message from you/).waitFor();
  await button(page, "Send").click();
  await button(page, "Record your voice").waitFor();
  await expect.poll(() => rose.client.call(listReplies, { params: { id } })).toHaveLength(2);
});

it("if the microphone is not allowed, it says so in plain words, and the other ways stay", {
  tags: "chromium",
}, async () => {
  const { rose } = await reyesFamily(server());
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await visitOf(server(), chromium, { permissions }).open("/", rose);
  await page.context().clearPermissions();
  await openMore(page);
  await button(page, "Record your voice").click();
  await page.getByText("This device did not let Porchlight do that.").waitFor();
  await page.getByText("You can also write a message, or call.").waitFor();
  await button(page, "Record your voice").waitFor();
  await button(page, "Take a picture").waitFor();
});
