// Rose shows Anna something with the camera, and Anna points at it.
// @module-tag extended
import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { promiseHelp } from "#contract/help/promises.ts";
import { acknowledgeHelpRequest, askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { badGateway, hold } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { refuseSoundOnce } from "#tests/support/screens/video-calls.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { button, heading, link, openMore } from "#tests/support/steps.ts";
import { hasTurnServer, startTurnServer } from "#tests/support/turn-server.ts";
import { dist, moveClockUntil, useWindows, type WindowOptions, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let family: Awaited<ReturnType<typeof reyesFamily>>;
let params: { id: number };
beforeEach(async () => {
  family = await reyesFamily(server());
  params = { id: (await family.rose.client.call(askForHelp, { body: { phraseId: 101 } })).id };
  await family.anna.client.call(acknowledgeHelpRequest, { params });
});

const permissions = ["camera", "microphone"];

async function open(person: Person, path: string, isAllowed = true): Promise<Page> {
  const page = await visitOf(server(), windows, { width: widths.tablet, permissions }).open(path, person);
  if (!isAllowed) await page.context().clearPermissions();
  return page;
}

const openCall = (person: Person, isAllowed = true) => open(person, `/video-call/${params.id}`, isAllowed);

/** Whether the page shows a moving video. */
const isPlaying = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    return video !== null && video.videoWidth > 0 && video.currentTime > 0;
  });

/** How many voices come with the video that the page shows. */
const countVoices = (page: Page) =>
  page.evaluate(() => {
    const { srcObject } = document.querySelector("video") ?? {};
    return srcObject instanceof MediaStream ? srcObject.getAudioTracks().length : 0;
  });

/** Records the states of the page's camera and microphone, even once the page no longer shows them. */
async function trackStates(page: Page): Promise<() => Promise<MediaStreamTrackState[]>> {
  const tracks = await page.evaluateHandle(() => {
    const { srcObject } = document.querySelector("video") ?? {};
    return srcObject instanceof MediaStream ? srcObject.getTracks() : [];
  });
  return () => tracks.evaluate((list) => list.map(({ readyState }) => readyState));
}

/** The words that say that the camera is on. */
const barOf = (page: Page) => page.getByRole("status").filter({ hasText: "Your camera is on." });

const colorOfBar = (page: Page): Promise<number[]> =>
  barOf(page).evaluate((bar) => getComputedStyle(bar).backgroundColor.match(/\d+/g)?.map(Number) ?? []);

/** Scrolls to the end of the page, and returns whether nothing covers the bar there. */
const isBarInView = (page: Page): Promise<boolean> =>
  barOf(page).evaluate((bar) => {
    scrollTo(0, document.documentElement.scrollHeight);
    const { x, y, width, height } = bar.getBoundingClientRect();
    return scrollY > 0 && bar.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** How much of the window's height a picture takes. */
const shareOfHeight = async (page: Page, picture: Locator): Promise<number> =>
  ((await picture.boundingBox())?.height ?? 0) / (page.viewportSize()?.height ?? 1);

/** The free height on a phone between the picture and the bar above it, and between the picture and the navigation. */
async function spaceAround(page: Page, picture: Locator): Promise<number[]> {
  await page.setViewportSize({ width: widths.phone, height: 844 });
  // The sandbox's own line at the top is not on a real server.
  await page.evaluate(() => scrollTo(0, 96));
  const boxes = [barOf(page), picture, page.getByRole("navigation")].map((each) => each.boundingBox());
  const [bar, shown, navigation] = await Promise.all(boxes);
  const endOf = (box: typeof bar) => (box?.y ?? 0) + (box?.height ?? 0);
  return [(shown?.y ?? 0) - endOf(bar), (navigation?.y ?? 0) - endOf(shown)];
}

/** The camera of a phone that is held upright takes pictures that are taller than wide. */
const holdUpright = () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 720, height: 1_280 });
  const draw = () => canvas.getContext("2d")?.fillRect(0, 0, 720, 1_280);
  setInterval(draw, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
};

const isMuted = (page: Page) => page.evaluate(() => document.querySelector("video")?.muted);

async function startShowing(setUp = () => {}): Promise<Page> {
  const rose = await openCall(family.rose);
  await rose.evaluate(setUp);
  await button(rose, "Start the camera").click();
  await rose.getByText("Waiting for Anna to look...").waitFor();
  return rose;
}

async function lookTogether(setUp = () => {}): Promise<{ rose: Page; anna: Page }> {
  const rose = await startShowing(setUp);
  const anna = await openCall(family.anna);
  await button(anna, "Look").click();
  await rose.getByText("Anna sees it.").waitFor();
  return { rose, anna };
}

describe("a video call", () => {
  it("brings what Rose's camera sees to Anna, from the request's cards on both sides", async () => {
    const rose = await open(family.rose, "/");
    const anna = await open(family.anna, "/");
    await openMore(rose);
    await link(rose, "Show Anna with the camera").click();
    await button(rose, "Start the camera").click();
    await rose.getByText("Your camera is on.").waitFor();
    await link(anna, "See what Rose shows you").click();
    await button(anna, "Look").click();
    await rose.getByText("Anna sees it.").waitFor();
    await expect.poll(() => isPlaying(anna)).toBe(true);
    expect(await countVoices(anna)).toBe(1);
    const [red = 0, green = 0, blue = 0] = await colorOfBar(rose);
    expect(red).toBeGreaterThan(3 * Math.max(green, blue));
  });

  it("is offered to Anna even if Rose starts it while Anna's page is still connecting", {
    tags: "extended",
  }, async () => {
    const anna = await open(family.anna, "/healthz");
    const release = await hold(anna, "**/api/live*");
    await anna.goto(`${server().url}/video-call/${params.id}`);
    await anna.getByText("It will appear here.").waitFor();
    await startShowing();
    release();
    await button(anna, "Look").waitFor();
  });

  it("never turns the camera on by itself", async () => {
    const rose = await openCall(family.rose);
    await heading(rose, "Show Anna").waitFor();
    expect(await rose.locator("video").count()).toBe(0);
  });

  it("shows Rose the picture at which Anna stops, with what Anna draws, until Anna goes on", async () => {
    const { rose, anna } = await lookTogether(holdUpright);
    await expect.poll(() => isPlaying(anna)).toBe(true);
    await rose.setViewportSize({ width: widths.tablet, height: 600 });
    expect(await isBarInView(rose)).toBe(true);
    await anna.setViewportSize({ width: widths.tablet, height: 400 });
    await button(anna, "Freeze and draw").click();
    const still = rose.getByRole("img", { name: "The picture that Anna froze" });
    await still.waitFor();
    await expect.poll(async () => Math.min(...(await spaceAround(rose, still)))).toBeGreaterThanOrEqual(0);
    expect(await shareOfHeight(anna, anna.getByRole("application"))).toBeCloseTo(0.7, 1);
    await anna.getByRole("application").focus();
    for (const key of ["ArrowRight", "ArrowUp", "Enter"]) await anna.keyboard.press(key);
    await rose.getByRole("img", { name: /^The picture that Anna froze, with a circle/ }).waitFor();
    await button(anna, "Back to the video").click();
    await rose.getByRole("img", { name: "The picture that Anna froze" }).waitFor({ state: "detached" });
    await expect.poll(() => isPlaying(rose)).toBe(true);
  });

  it("turns Rose's camera and microphone off when Anna leaves", async () => {
    const { rose, anna } = await lookTogether();
    const states = await trackStates(rose);
    expect(await states()).toEqual(["live", "live"]);
    await button(anna, "Leave").click();
    await rose.getByText("Anna has left, or the connection broke.").waitFor();
    expect(await rose.locator("video").count()).toBe(0);
    expect(await states()).toEqual(["ended", "ended"]);
  });

  it("says by her first name that Anna has left, although the family was still unknown when the camera started", {
    tags: "extended",
  }, async () => {
    const rose = await open(family.rose, "/healthz");
    const releaseFamily = await hold(rose, "**/api/family");
    await rose.goto(`${server().url}/video-call/${params.id}`);
    await button(rose, "Start the camera").click();
    await rose.getByText("Waiting for Anna Reyes to look...").waitFor();
    releaseFamily();
    const anna = await openCall(family.anna);
    await button(anna, "Look").click();
    await rose.getByText("Anna sees it.").waitFor();
    await button(anna, "Leave").click();
    await rose.getByText("Anna has left, or the connection broke.").waitFor();
  });

  it.each(["Rose", "Anna"])(
    "ends for both when %s ends it and the other browser does not hear of it",
    { tags: "extended" },
    async (who) => {
      const { rose, anna } = await lookTogether();
      const states = await trackStates(rose);
      await (who === "Rose" ? rose : anna).evaluate(() => {
        RTCPeerConnection.prototype.close = () => {};
      });
      await button(anna, "Leave").waitFor();
      if (who === "Rose") await button(rose, "Stop").click();
      else await button(anna, "Leave").click();
      const [page, words] = who === "Rose" ? [anna, "Rose has stopped"] : [rose, "Anna has left"];
      await page.getByText(`${words}, or the connection broke.`).waitFor();
      expect(await states()).toEqual(["ended", "ended"]);
    },
  );

  it("begins even if Anna answers before Rose's browser knows that the call has started", {
    tags: "extended",
  }, async () => {
    const rose = await openCall(family.rose);
    const anna = await openCall(family.anna);
    const answered = Promise.withResolvers<void>();
    await rose.route("**/video-call", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    });
    await button(rose, "Start the camera").click();
    const known = rose.waitForResponse(
      async (response) =>
        response.url().endsWith("/video-call") && (await response.text()).includes('"answer":"v=0'),
    );
    await button(anna, "Look").click();
    await known;
    answered.resolve();
    await rose.getByText("Anna sees it.").waitFor();
  });

  it("turns Rose's camera and microphone off when Anna leaves while they are being connected", {
    tags: "extended",
  }, async () => {
    const rose = await startShowing();
    const states = await trackStates(rose);
    const anna = await openCall(family.anna);
    const release = await hold(anna, "**/ice-servers");
    const asked = anna.waitForRequest("**/ice-servers");
    await button(anna, "Look").click();
    await asked;
    await link(anna, "Go home").click();
    await rose.getByText("Anna has left, or the connection broke.").waitFor();
    expect(await rose.locator("video").count()).toBe(0);
    expect(await states()).toEqual(["ended", "ended"]);
    release();
  });

  it("goes on when the family's requests cannot be read again", { tags: "extended" }, async () => {
    const { rose, anna } = await lookTogether();
    const states = await trackStates(rose);
    for (const page of [rose, anna]) await page.route("**/api/help-requests", badGateway);
    const failed = [rose, anna].map((page) =>
      page.waitForResponse((response) => response.url().endsWith("/api/help-requests")),
    );
    await family.anna.client.call(promiseHelp, { params, body: { kind: "CALLING" } });
    await Promise.all(failed);
    await rose.getByText("Anna sees it.").waitFor();
    await expect.poll(() => isPlaying(anna)).toBe(true);
    expect(await states()).toEqual(["live", "live"]);
  });

  it("turns Rose's camera off when she leaves before anybody could look", { tags: "extended" }, async () => {
    const rose = await openCall(family.rose);
    const release = await hold(rose, "**/ice-servers");
    const asked = rose.waitForRequest("**/ice-servers");
    await button(rose, "Start the camera").click();
    await asked;
    await link(rose, "Go home").click();
    const ended = rose.waitForRequest((request) => request.method() === "DELETE");
    release();
    expect((await ended).url()).toContain("/video-call");
  });

  it("ends on Anna's screen when Rose closes her page", async () => {
    const { rose, anna } = await lookTogether();
    await rose.goto(`${server().url}/`);
    await anna.getByText("Rose has stopped, or the connection broke.").waitFor();
  });

  it("ends with the request", async () => {
    const { rose } = await lookTogether();
    await family.anna.client.call(resolveHelpRequest, { params });
    await rose.getByText("Nobody is helping with this right now.").waitFor();
    expect(await rose.locator("video").count()).toBe(0);
  });

  it("shows Rose's screen instead of the camera, until she ends it in the browser's own bar", async () => {
    const device = { width: widths.desktop, sharesScreen: true };
    const path = `/video-call/${params.id}`;
    const rose = await visitOf(server(), windows, device).open(path, family.rose);
    await button(rose, "Show this screen instead").click();
    await rose.getByText("Your screen is shared. Waiting for Anna to look...").waitFor();
    const anna = await openCall(family.anna);
    await button(anna, "Look").click();
    await rose.getByText("Your screen is shared. Anna sees it.").waitFor();
    await expect.poll(() => isPlaying(anna)).toBe(true);
    await rose.evaluate(() => {
      const { srcObject } = document.querySelector("video") ?? {};
      if (srcObject instanceof MediaStream) srcObject.getVideoTracks()[0]?.dispatchEvent(new Event("ended"));
    });
    await button(rose, "Start the camera").waitFor();
    await anna.getByText("Rose has stopped, or the connection broke.").waitFor();
  });

  it("says in plain words that the camera is not allowed, and offers a phone call or a picture", async () => {
    const rose = await openCall(family.rose, false);
    await button(rose, "Start the camera").click();
    await rose.getByText("This device did not let Porchlight do that.").waitFor();
    await link(rose, "Call Anna").waitFor();
    await link(rose, "Send a picture").click();
    await openMore(rose);
    await button(rose, "Take a picture").waitFor();
  });

  it("works for a helper who does not allow the microphone", { tags: "extended" }, async () => {
    await startShowing();
    const anna = await openCall(family.anna, false);
    await button(anna, "Look").click();
    await anna.getByText("Rose can't hear you").waitFor();
    await expect.poll(() => isPlaying(anna)).toBe(true);
    expect(await isMuted(anna)).toBe(false);
    expect(await button(anna, "Turn on the sound").count()).toBe(0);
  });

  it("plays without sound where the browser wants a tap first, and offers to turn it on", {
    tags: "extended",
  }, async () => {
    await startShowing();
    const anna = await openCall(family.anna, false);
    await anna.evaluate(refuseSoundOnce);
    await button(anna, "Look").click();
    const turnOn = button(anna, "Turn on the sound");
    await turnOn.waitFor();
    await expect.poll(() => isPlaying(anna)).toBe(true);
    expect(await isMuted(anna)).toBe(true);
    await turnOn.click();
    await turnOn.waitFor({ state: "detached" });
    expect(await isMuted(anna)).toBe(false);
    expect(await isPlaying(anna)).toBe(true);
  });
});

/** Lets the page's connections use only the relay, as between two homes whose routers let nothing else through. */
const onlyRelayed = () => {
  const Direct = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Direct {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: "relay" });
    }
  };
};

async function openRelayed(
  server: TestServer,
  person: Person,
  path: string,
  options: WindowOptions = {},
): Promise<Page> {
  const device = { width: widths.tablet, permissions, ...options };
  const page = await visitOf(server, windows, device).open("/", person);
  await page.addInitScript(onlyRelayed);
  await page.goto(`${server.url}${path}`);
  return page;
}

it("a video call that the network blocks ends with a plain explanation, and offers a phone call or a picture", {
  tags: "extended",
}, async () => {
  const path = `/video-call/${params.id}`;
  const rosesPage = await openRelayed(server(), family.rose, path, { hasOwnClock: true });
  const annasPage = await openRelayed(server(), family.anna, path, { hasOwnClock: true });
  await button(rosesPage, "Start the camera").click();
  await button(annasPage, "Look").click();
  for (const page of [annasPage, rosesPage])
    await moveClockUntil(page, () => page.getByText("The two devices could not connect.").isVisible());
  await link(rosesPage, "Send a picture").waitFor();
  await link(rosesPage, "Call Anna").waitFor();
  expect(await rosesPage.locator("video").count()).toBe(0);
});

describe.skipIf(!hasTurnServer)("a video call through coturn", () => {
  it("works when the two devices cannot reach each other", { tags: "extended" }, async () => {
    const turn = await startTurnServer();
    const relayed = await startServer({ dist, env: turn.env });
    try {
      const { anna, rose } = await reyesFamily(relayed);
      const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
      await anna.client.call(acknowledgeHelpRequest, { params: { id } });
      const rosesPage = await openRelayed(relayed, rose, `/video-call/${id}`);
      await button(rosesPage, "Start the camera").click();
      const annasPage = await openRelayed(relayed, anna, `/video-call/${id}`);
      await button(annasPage, "Look").click();
      await expect.poll(() => isPlaying(annasPage)).toBe(true);
      expect(turn.allocations()).toBeGreaterThanOrEqual(2);
    } finally {
      await relayed.stop();
      turn.stop();
    }
  });
});
