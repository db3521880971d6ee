// The building blocks of the screens, each in all its states, on a page that only these tests open.
// @module-tag extended
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { secure, securityHeaders } from "#server/platform/http/headers.ts";
import { inLong } from "#tests/support/long-form.ts";
import {
  eachKind,
  everyCombination,
  findViolations,
  injectAxe,
  serveAxe,
} from "#tests/support/measures/axe.ts";
import { stretch } from "#tests/support/screens/visit.ts";
import { button, focusedText, heading } from "#tests/support/steps.ts";
import { useWindows, widths } from "#tests/support/window.ts";

const windows = useWindows();
const app = Fastify();
let folder: string;
let address: string;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "porchlight-showroom-"));
  await build({
    logLevel: "error",
    build: {
      outDir: folder,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { input: "web/ui/showroom/index.html" },
    },
  });
  secure(app, securityHeaders(readConfig({})));
  serveAxe(app);
  await app.register(fastifyStatic, { root: folder });
  address = `${await app.listen({ port: 0, host: "127.0.0.1" })}/web/ui/showroom/index.html`;
}, 60_000);

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await windows.open(address, { width: widths.tablet, hasTouch: true });
  await heading(page, "Components").waitFor();
});

const press = (name: string) => button(page, name).click();
const shownToasts = () => page.getByRole("listitem").filter({ hasText: "Close" });

/** Stops the page's clock, so that time passes only where a test advances it. */
async function stopTime(): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minuteMs);
}

describe("a form", () => {
  it("shows no errors while somebody types, and keeps what was typed when it is wrong", async () => {
    await page.getByLabel("Phone number").fill("614");
    await page.getByLabel("Verification code").fill("1234");
    await page.getByLabel("Phone number").blur();
    expect(await page.getByText("Phone number must be at least 10 digits").count()).toBe(0);
    await press("Check the code");
    await page.getByText("Phone number must be at least 10 digits").waitFor();
    expect(await page.getByLabel("Phone number").inputValue()).toBe("614");
    expect(await page.getByLabel("Phone number").getAttribute("aria-invalid")).toBe("true");
  });

  it("moves the focus to the one wrong field", async () => {
    await page.getByLabel("Phone number").fill("6145550142");
    await press("Check the code");
    await page.getByText("Verification code must be at least 4 characters").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toContain("code");
  });

  it("moves the focus to a summary when several fields are wrong, with a link to each", async () => {
    await press("Check the code");
    await page.getByText("Two things need your attention").waitFor();
    await expect.poll(() => focusedText(page)).toContain("Two things need your attention");
    await page.getByRole("link", { name: "Verification code must be" }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toContain("code");
  });

  it("shows the server's message about a field at that field", async () => {
    await page.getByLabel("Phone number").fill("6145550142");
    await page.getByLabel("Verification code").fill("0000");
    await press("Check the code");
    await page.getByText("That is not the code we sent").waitFor();
    const described = await page.getByLabel("Verification code").getAttribute("aria-describedby");
    expect(described).toMatch(/code-hint .*code-error/);
  });
});

describe("a toast", () => {
  it("is shown one at a time, and disappears after five seconds", async () => {
    await stopTime();
    await press("Fail to send");
    await shownToasts().waitFor();
    await press("Send a request");
    await page.getByText("Failed to send verification code", { exact: true }).waitFor({ state: "detached" });
    await page.mouse.move(400, 600);
    await page.clock.runFor(4_950);
    expect(await shownToasts().count()).toBe(1);
    await page.clock.runFor(100);
    await shownToasts().waitFor({ state: "detached" });
  });

  it("is announced by a live region that existed before", async () => {
    const region = page.getByRole("banner").getByRole("status");
    expect(await region.count()).toBe(1);
    await press("Send a request");
    await expect.poll(() => region.textContent()).toContain("Help Request Sent");
  });

  it("gets the focus with F8", async () => {
    await press("Send a request");
    await shownToasts().waitFor();
    await page.keyboard.press("F8");
    await expect.poll(() => focusedText(page)).toContain("Help Request Sent");
  });

  it.each([
    [30, 1, "cancel"],
    [90, 0, "end"],
  ])("after a swipe to the right by %i px, %i toasts are left", async (distance, left, outcome) => {
    await stopTime();
    await press("Send a request");
    const box = await shownToasts().boundingBox();
    if (!box) throw new Error("There is no toast.");
    await page.mouse.move(box.x + 60, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 60 + distance, box.y + 20, { steps: 6 });
    const ended = shownToasts().and(page.locator(`[data-swipe=${outcome}]`));
    await page.mouse.up();
    await (left ? ended : shownToasts()).waitFor({ state: left ? "visible" : "detached" });
    expect(await shownToasts().count()).toBe(left);
  });
});

it("a dialog closes with Escape and returns the focus", async () => {
  await press("Delete the event");
  await page.getByRole("dialog", { name: "Are you sure?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => focusedText(page)).toContain("Delete the event");
});

it("text size and colors are stored on the device", async () => {
  await press("Text size");
  await page.getByLabel("Largest").check();
  await page.getByLabel("High contrast").check();
  await page.reload();
  await page.getByRole("heading", { name: "Components" }).waitFor();
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
    text: "30",
    theme: "contrast",
  });
});

it("there is no axe violation, even while a toast is shown", async () => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await press("Fail to send");
  // A toast stays while the pointer is on it.
  await shownToasts().hover();
  await injectAxe(page);
  for (const appearance of inLong(everyCombination, eachKind)) {
    await stretch(page, appearance.width, appearance.text);
    expect(await findViolations(page, appearance), JSON.stringify(appearance)).toEqual([]);
  }
});

it.each(["light", "dark", "contrast"])("nothing sticks out of the page in the %s theme", async (theme) => {
  await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
  await stopTime();
  await press("Fail to send");
  await shownToasts().waitFor();
  for (const width of [320, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
