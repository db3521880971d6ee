// Retakes the pictures in the documents and on the landing page: the sample family, on one day, in Chromium.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { login } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { acknowledgeHelpRequest, askForHelp, recordReceipt } from "#contract/help/requests.ts";
import { characters } from "#dev/sandbox/sample/people.ts";
import { addSample } from "#dev/sandbox/sample/sample.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { connect } from "#server/platform/db/connect.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { secretsFrom } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { sendersFor } from "#server/senders.ts";
import { findBrowser } from "#tests/support/browser.ts";
import { Client } from "#tests/support/client.ts";
import { Profile } from "#tests/support/profiles.ts";
import { type Picture, pictures } from "./pictures.ts";

const timeZone = "America/New_York";
// The sample family lives in the time zone of the process.
process.env.TZ = timeZone;

const root = join(import.meta.dirname, "..");
const webpQuality = 80;

/** A Saturday morning. The clock stands still, except when the story moves it. */
let now = new Date("2026-11-21T10:46:00-05:00");
const pass = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * minuteMs);
};

type People = Readonly<Record<Picture["who"], Client>>;

const signedIn = async (url: string, who: keyof typeof characters): Promise<Client> => {
  const { name: username, password } = characters[who];
  const client = new Client(url);
  client.token = (await client.call(login, { body: { username, password } })).token;
  return client;
};

/** Rose's TV isn't working. The request reaches Anna's phone, and she looks at it. Returns its id. */
async function ask({ rose, anna }: People): Promise<number> {
  const { id } = await rose.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  await anna.call(recordReceipt, { params, body: { state: "REACHED" } });
  pass(1);
  await anna.call(recordReceipt, { params, body: { state: "SEEN" } });
  pass(1);
  return id;
}

async function acknowledge({ anna }: People, id: number): Promise<void> {
  await anna.call(acknowledgeHelpRequest, { params: { id } });
  pass(1);
}

const looks: Record<Picture["look"], BrowserContextOptions> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  contrast: { contrast: "more" },
};

async function settle(page: Page, { until, from }: Picture): Promise<void> {
  await page.getByText(until, { exact: true }).first().waitFor();
  if (from) await page.getByRole("article", { name: from }).evaluate((part) => part.scrollIntoView());
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

/** Captures the part of the window that the picture shows, in the format of its file. */
async function capture(page: Page, { file, width, height, scale }: Picture): Promise<Buffer> {
  const clip = { x: 0, y: 0, width, height };
  if (file.endsWith(".png")) return await page.screenshot({ clip });
  const devtools = await page.context().newCDPSession(page);
  // Unlike Playwright's, this clip begins at the top of the page.
  const y = await page.evaluate(() => scrollY);
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: webpQuality,
    clip: { ...clip, y, scale },
  });
  return Buffer.from(data, "base64");
}

async function take(browser: Browser, url: string, picture: Picture, people: People): Promise<void> {
  const { width, scale, look, path, who } = picture;
  const viewport = { width, height: 900 };
  const profile = await Profile.create(browser, {
    viewport,
    deviceScaleFactor: scale,
    timezoneId: timeZone,
    reducedMotion: "reduce",
    ...looks[look],
  });
  try {
    await profile.page.clock.setFixedTime(now);
    await profile.open(url + path, { token: people[who].token ?? "" });
    await settle(profile.page, picture);
    await writeFile(join(root, picture.file), await capture(profile.page, picture));
    process.stdout.write(`  ${picture.file}\n`);
  } finally {
    await profile.close();
  }
}

async function takeAll(url: string): Promise<void> {
  const people = { rose: await signedIn(url, "rose"), anna: await signedIn(url, "anna") };
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: ["--no-sandbox"] });
  const takeThose = async (when: Picture["when"]) => {
    for (const picture of pictures) if (picture.when === when) await take(browser, url, picture, people);
  };
  try {
    await takeThose("before");
    const id = await ask(people);
    await takeThose("asked");
    await acknowledge(people, id);
    await takeThose("answered");
  } finally {
    await browser.close();
  }
}

async function showSample(databaseUrl: string): Promise<void> {
  const database = await connect(databaseUrl);
  await migrate(databaseUrl);
  const sandbox = readConfig({});
  const parts = {
    config: sandbox,
    database,
    clock: { now: () => now },
    secrets: secretsFrom(Buffer.alloc(32, 7)),
    log: pino({ level: "silent" }),
  };
  const world: World = { ...parts, senders: sendersFor(parts) };
  await addSample(world, createApp);
  // Runs without the sandbox's banner, because families don't see it.
  const app = await createApp({ ...world, config: { ...sandbox, isSandbox: false } }, join(root, "dist"));
  try {
    await takeAll(await app.listen({ port: 0, host: "127.0.0.1" }));
  } finally {
    await app.close();
    await database.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), "porchlight-screenshots-"));
const postgres = await startEmbedded(folder);
try {
  await showSample(postgres.url);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
