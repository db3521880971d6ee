// A family member sees first who needs help, and two members may acknowledge the request at the same moment.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { acknowledgeHelpRequest, askForHelp, getHelpRequest, makeUrgent } from "#contract/help/requests.ts";
import { eachWidth, placesOf } from "#tests/support/measures/places.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** Holds back the requests of these windows until all of them have been sent. */
async function sendTogether(path: string, pages: Page[]): Promise<void> {
  const all = Promise.withResolvers<void>();
  let sent = 0;
  for (const page of pages) {
    await page.route(path, async (route) => {
      sent += 1;
      if (sent === pages.length) all.resolve();
      await all.promise;
      await route.continue();
    });
  }
}

it("one person helps, the other reads who does, and Rose sees the same name", async () => {
  const family = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const [anna, ben] = [await open("/", family.anna), await open("/", family.ben)];
  await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const rose = await open("/", family.rose);

  await sendTogether("**/acknowledgement", [anna, ben]);
  await Promise.all([anna, ben].map((page) => button(page, "I'll help").click()));
  const names = ["Anna", "Ben"];
  await Promise.all([anna, ben].map((page) => heading(page, /(is|are) helping Rose/).waitFor()));
  const isTaken = await Promise.all(
    [anna, ben].map(async (page) => (await heading(page, "You are helping Rose").count()) === 1),
  );
  expect(isTaken.filter(Boolean)).toHaveLength(1);

  const helper = names[isTaken.indexOf(true)] ?? "";
  const other = isTaken[0] ? ben : anna;
  await heading(other, `${helper} is helping Rose`).waitFor();
  await other.getByText(/^(Anna Reyes|Ben) is already helping\.$/).waitFor();
  await other.getByText("Thank you for wanting to help.").waitFor();
  expect(await button(other, "I'll help").count()).toBe(0);
  await heading(rose, `${helper} will help.`).waitFor();
});

it("a request comes first on Anna's home, with “I'll help” above the fold of a phone; an older one takes a single line", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await rose.client.call(askForHelp, { body: { phraseId: 303 } });
  const page = await visitOf(server(), windows).open("/", anna);
  const older = page.locator("summary", { hasText: "My TV isn't working." });
  await older.waitFor();
  expect(await heading(page, "Rose needs help").count()).toBe(1);

  const below = ["Good ", "I Need Help", "Admin Dashboard"];
  const places = await placesOf(page, "Rose needs help", "I'll help", ...below);
  for (const words of below)
    for (const [index, { top }] of eachWidth(places, words).entries())
      expect(top).toBeGreaterThan(eachWidth(places, "I'll help")[index]?.bottom ?? Number.NaN);

  // An urgent request is never folded away.
  await rose.client.call(makeUrgent, { params: { id } });
  await heading(page, "Urgent: Rose needs help").waitFor();
  const newer = page.locator("summary", { hasText: "I need a ride to see a friend." });
  await newer.waitFor();
  const [, onPhone] = eachWidth(await placesOf(page, "I'll help"), "I'll help");
  await page.setViewportSize({ width: 390, height: 700 });
  const fold = await page.locator("nav").first().boundingBox();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(onPhone?.bottom).toBeLessThanOrEqual(fold?.y ?? 0);

  await newer.click();
  await heading(page, /^Rose needs help/).waitFor();
});

describe("“I'll help” without a connection", () => {
  const notYet = /^Rose doesn't know yet\./;

  async function askAndCutOff() {
    const family = await reyesFamily(server());
    const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
    const page = await visitOf(server(), windows).open("/", family.anna);
    await button(page, "I'll help").waitFor();
    await page.context().setOffline(true);
    await button(page, "I'll help").click();
    await page.getByText(notYet).waitFor();
    const stateOf = async () =>
      (await family.rose.client.call(getHelpRequest, { params: { id } })).helper?.name ?? null;
    return { ...family, id, page, stateOf };
  }

  it("waits on the device, says so, and arrives once", async () => {
    const { page, stateOf } = await askAndCutOff();
    expect(await stateOf()).toBe(null);
    const sent: string[] = [];
    page.on("requestfinished", (request) => sent.push(new URL(request.url()).pathname));
    await page.context().setOffline(false);
    await heading(page, "You are helping Rose").waitFor();
    expect(await stateOf()).toBe("Anna Reyes");
    expect(sent.filter((path) => path.endsWith("/acknowledgement"))).toHaveLength(1);
    await page.getByText(notYet).waitFor({ state: "detached" });
  });

  it("can be taken back before it is sent", async () => {
    const { page, stateOf } = await askAndCutOff();
    await button(page, "Take it back").click();
    await button(page, "I'll help").waitFor();
    const readAgain = page.waitForResponse("**/api/help-requests**");
    await page.context().setOffline(false);
    await readAgain;
    await page.waitForLoadState("networkidle");
    expect(await stateOf()).toBe(null);
  });

  it("is told in plain words if somebody else was quicker", async () => {
    const { page, ben, id, stateOf } = await askAndCutOff();
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
    await page.context().setOffline(false);
    await page.getByRole("main").getByText("Ben is already helping.").waitFor();
    await heading(page, "Ben is helping Rose").waitFor();
    await button(page, "OK").click();
    await page.getByRole("main").getByText("Ben is already helping.").waitFor({ state: "detached" });
    expect(await stateOf()).toBe("Ben");
  });
});
