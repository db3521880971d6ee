// Nothing moves by itself: neither while a page loads, nor on the way from one page to another.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { promiseHelp } from "#contract/help/promises.ts";
import { addReply } from "#contract/help/replies.ts";
import { acknowledgeHelpRequest, askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { startVideoCall } from "#contract/help/video-calls.ts";
import { isHelpAtHand } from "#tests/support/help-categories.ts";
import { inLong } from "#tests/support/long-form.ts";
import { layoutShift } from "#tests/support/measures/layout-shift.ts";
import { hold } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { sendPicture } from "#tests/support/photos.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { heading, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const maxShift = 0.02;

/** Every answer arrives late enough for the page to be drawn without it. */
async function openSlowly(person: Person | undefined, width: number): Promise<Page> {
  const page = await visitOf(server(), windows, { width }).open("/healthz", person);
  const devtools = await page.context().newCDPSession(page);
  const throughput = (1.6 * 1024 * 1024) / 8;
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: inLong(150, 40),
    downloadThroughput: inLong(throughput, -1),
    uploadThroughput: inLong(throughput, -1),
  });
  return page;
}

async function shiftsOn(page: Page, paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    await page.goto(server().url + path);
    await settled(page);
    await page.waitForLoadState("networkidle");
    const shift = await layoutShift(page);
    if (shift.total > maxShift) found[path] = shift;
  }
  return found;
}

const tabs = ["", "/puzzles", "/events", "/things-to-do", "/co-admins", "/family", "/plan", "/help"];
const pages = {
  nobody: ["/", "/?signup", "/help", "/invite", "/admin-login", "/week", "/account", "/privacy-policy"],
  rose: ["/", "/help", "/help/1", "/call", "/week", "/account"],
  anna: ["/", "/account", ...tabs.map((tab) => `/admin${tab}`)],
};

type Family = Awaited<ReturnType<typeof reyesFamily>>;

const ask = async ({ rose }: Family) =>
  (await rose.client.call(askForHelp, { body: { text: "My TV isn't working.", categoryId: 1 } })).id;

/** The states of home besides the plain day. */
const states: Record<string, (family: Family) => Promise<unknown>> = {
  "a request for help": ask,
  "a request with a promise, a thread and a video call": async (family) => {
    const { anna, rose } = family;
    const params = { id: await ask(family) };
    await anna.client.call(promiseHelp, { params, body: { kind: "CALL_AT", minutes: 90 } });
    await sendPicture(rose.client, params.id);
    const reply = { params, headers: { "idempotency-key": "a" }, body: { words: "Press the red one." } };
    await anna.client.call(addReply, reply);
    await rose.client.call(startVideoCall, { params, body: { source: "camera", offer: "v=0\r\n" } });
  },
  "a request that is closed": async (family) => {
    const params = { id: await ask(family) };
    await family.anna.client.call(resolveHelpRequest, { params });
  },
};

/** In every run, Anna's pages are measured on a computer, and the rest on a phone. */
const atUsualWidth = <Entry extends readonly [string, unknown]>(entries: Entry[], width: number): Entry[] =>
  entries.filter(([who]) => width === (who === "anna" ? 1280 : 390));
const measured = <Entry extends readonly [string, unknown]>(entries: Entry[], width: number): Entry[] =>
  inLong(entries, atUsualWidth(entries, width));

describe.each(inLong([320, 390, 820, 1280], [390, 1280]))("%s px wide", (width) => {
  const tags = width === 390 ? [] : "extended";

  it.each(measured(Object.entries(pages), width))(
    "nothing moves while a page of %s loads",
    { tags },
    async (who, paths) => {
      const family = await reyesFamily(server());
      const page = await openSlowly(who === "rose" || who === "anna" ? family[who] : undefined, width);
      expect(await shiftsOn(page, paths)).toEqual({});
    },
  );

  it.each(measured(Object.entries(states), width))(
    "%s appears where it will stay, for Rose and for Anna",
    async (_, prepare) => {
      const family = await reyesFamily(server());
      await prepare(family);
      for (const person of [family.rose, family.anna])
        expect(await shiftsOn(await openSlowly(person, width), ["/"])).toEqual({});
    },
  );

  it.runIf(inLong(true, width === 390))(
    "nothing moves on going from one page to another",
    { tags: "extended" },
    async () => {
      const page = await openSlowly((await reyesFamily(server())).anna, width);
      await page.goto(server().url);
      const ways = [
        "Me",
        "Home",
        "Help",
        "Home",
        "Admin Dashboard",
        "Puzzles",
        "Family",
        "Help",
        "Plan",
        "Home",
      ];
      const found: Record<string, unknown> = {};
      for (const way of ways) {
        await settled(page);
        await page.waitForLoadState("networkidle");
        const before = await page.evaluate(() => performance.now());
        await link(page, new RegExp(`^${way}$`))
          .last()
          .click();
        await settled(page);
        await page.waitForLoadState("networkidle");
        const shift = await layoutShift(page, before);
        if (shift.total > maxShift) found[way] = shift;
      }
      expect(found).toEqual({});
    },
  );
});

it("nothing moves on home when a video call begins, or when the connection is lost", {
  tags: "extended",
}, async () => {
  const family = await reyesFamily(server());
  const params = { id: await ask(family) };
  await family.anna.client.call(acknowledgeHelpRequest, { params });
  const page = await openSlowly(family.anna, 390);
  await page.goto(server().url);
  const changes: Record<string, () => Promise<unknown>> = {
    "a video call": async () => {
      await family.rose.client.call(startVideoCall, { params, body: { source: "camera", offer: "v=0\r\n" } });
      await link(page, "See what Rose shows you").waitFor();
    },
    offline: async () => {
      await page.context().setOffline(true);
      await page.getByText("You are not online right now").waitFor();
    },
  };
  const found: Record<string, unknown> = {};
  for (const [name, change] of Object.entries(changes)) {
    await settled(page);
    await page.waitForLoadState("networkidle");
    const before = await page.evaluate(() => performance.now());
    await change();
    const shift = await layoutShift(page, before);
    if (shift.total > maxShift) found[name] = shift;
  }
  expect(found).toEqual({});
});

it("nothing moves on the family's page when one answer comes later than the others", {
  tags: "extended",
}, async () => {
  const page = await openSlowly((await reyesFamily(server())).anna, 1280);
  const found: Record<string, unknown> = {};
  for (const late of ["**/api/family", "**/api/reachability"]) {
    await page.goto(`${server().url}/healthz`);
    const release = await hold(page, late);
    const members = page.waitForResponse("**/api/family/members");
    await page.goto(`${server().url}/admin/family`);
    await members;
    // Waits until everything that has arrived is on the screen.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    release();
    await settled(page);
    await page.waitForLoadState("networkidle");
    const shift = await layoutShift(page);
    if (shift.total > maxShift) found[late] = shift;
  }
  expect(found).toEqual({});
});

it("the first tap on “I Need Help” needs no connection, because its page has loaded with home", async () => {
  const page = await openSlowly((await reyesFamily(server())).rose, 390);
  await page.goto(server().url);
  await heading(page, "Today's Events").waitFor();
  await expect.poll(() => isHelpAtHand(page)).toBe(true);
  await page.context().setOffline(true);
  // The help page appears in the same frame, without the loading page in between.
  const isShown = await page.evaluate(async () => {
    [...document.querySelectorAll("a")]
      .find(({ textContent }) => textContent?.trim() === "I Need Help")
      ?.click();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.querySelector("h1")?.textContent === "How can we help?";
  });
  expect(isShown).toBe(true);
  await link(page, "Tech Help").waitFor();
});

it.each([390, 820])(
  "%s px wide, the landing page keeps the place of its picture until it has come",
  async (width) => {
    const page = await visitOf(server(), windows, { width }).open("/healthz");
    const release = await hold(page, "**/assets/help-*.webp");
    await page.goto(server().url);
    const picture = page.getByRole("img", { name: /^The help screen/ });
    const look = () =>
      picture.evaluate(({ naturalWidth, clientHeight }: HTMLImageElement) => ({
        hasCome: naturalWidth > 0,
        height: clientHeight,
      }));
    const before = await look();
    expect(before.hasCome).toBe(false);
    release();
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(look).toEqual({ hasCome: true, height: before.height });
  },
);
