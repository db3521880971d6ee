// Using the app by keyboard, and with the device's display settings.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { askForHelpOnScreen, button, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows, type WindowOptions, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

async function openHome(options: WindowOptions = {}): Promise<Page> {
  const { rose } = await reyesFamily(server());
  const page = await windows.open(server().url, { ...deviceOf(server().url, rose), ...options });
  await heading(page, "Today's Events").waitFor();
  return page;
}

const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.textContent?.trim()}`);

/** Presses Tab until the target has the focus, then Enter. Returns what each keystroke led to. */
async function reach(page: Page, target: string): Promise<string[]> {
  const stops: string[] = [];
  while (stops.length < 20) {
    await page.keyboard.press("Tab");
    const stop = await focused(page);
    stops.push(stop.slice(0, 40));
    if (stop !== target) continue;
    await page.keyboard.press("Enter");
    return [...stops, "Enter"];
  }
  throw new Error(`Tab does not lead to ${target}, but to: ${stops.join(", ")}`);
}

const expectFew = (strokes: readonly string[]) =>
  expect(strokes.length, strokes.join(", ")).toBeLessThanOrEqual(8);

it("each new screen moves the focus to its heading", async () => {
  const page = await openHome({ width: widths.phone });
  await link(page, "I Need Help").click();
  await expect.poll(() => focused(page)).toBe("h1 How can we help?");
  await link(page, "Tech Help").click();
  await expect.poll(() => focused(page)).toBe("h1 Tech Help");
  await link(page, /^Home$/).click();
  await expect.poll(() => focused(page)).toMatch(/^h1 Good /);
});

it("a page opened by its URL whose title comes late shows no focus ring around its heading", async () => {
  const page = await windows.open(`${server().url}/invite?code=unknown`);
  await expect.poll(() => focused(page)).toBe("h1 Invitation Error");
  expect(await page.locator(":focus-visible").count()).toBe(0);
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus-visible").count()).toBe(1);
});

it("from home's heading, asking for help takes at most eight keystrokes", async () => {
  const page = await openHome();
  await link(page, "Help").first().click();
  await expect.poll(() => focused(page)).toBe("h1 How can we help?");
  await link(page, /^Home$/).click();
  await expect.poll(() => focused(page)).toMatch(/^h1 Good /);
  const strokes = await reach(page, "a I Need Help");
  await expect.poll(() => focused(page)).toBe("h1 How can we help?");
  await link(page, "Tech Help").waitFor();
  strokes.push(...(await reach(page, "a Tech Help")));
  await expect.poll(() => focused(page)).toBe("h1 Tech Help");
  const phrase = await page.getByRole("main").getByRole("listitem").first().textContent();
  strokes.push(...(await reach(page, `button ${phrase?.trim()}`)));
  await page.getByText("Help Request Sent", { exact: true }).waitFor();
  expectFew(strokes);
});

it("from the top of home, asking for help takes at most eight keystrokes, and “Something else” leads to its box", async () => {
  const page = await openHome();
  const strokes = await reach(page, "a Skip to main content");
  strokes.push(...(await reach(page, "a I Need Help")));
  await expect.poll(() => focused(page)).toBe("h1 How can we help?");
  await link(page, "Tech Help").waitFor();
  strokes.push(...(await reach(page, "a Tech Help")));
  await expect.poll(() => focused(page)).toBe("h1 Tech Help");
  await button(page, "My TV isn't working.").waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toMatch(/^button /);
  strokes.push("Tab", "Enter");
  expectFew(strokes);
  await page.locator("summary").press("Enter");
  await expect.poll(() => focused(page)).toBe("textarea ");
});

it("the first Tab offers the skip link, and it leads to the main content", async () => {
  const page = await openHome();
  expect(await reach(page, "a Skip to main content")).toHaveLength(2);
  expect(await reach(page, "a I Need Help")).toHaveLength(2);
});

it("“I'll help” and “Done” disappear, and the focus moves to their result", async () => {
  const { anna, rose } = await reyesFamily(server());
  await rose.client.call(askForHelp, { body: { text: "My TV isn't working.", categoryId: 1 } });
  const page = await windows.open(server().url, deviceOf(server().url, anna));
  await button(page, "I'll help").press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^div You will help/);
  await button(page, "Done").press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^div Waiting for Rose to confirm\./);
});

it("a request that arrives above the greeting leaves the focus where it was", async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await windows.open(server().url, deviceOf(server().url, anna));
  await link(page, "Admin Dashboard").focus();
  const losses = await page.evaluateHandle(() => {
    const count = { blurs: 0 };
    document.activeElement?.addEventListener("blur", () => {
      count.blurs += 1;
    });
    return count;
  });
  await rose.client.call(askForHelp, { body: { text: "My TV isn't working.", categoryId: 1 } });
  await button(page, "I'll help").waitFor();
  expect(await focused(page)).toBe("a Admin Dashboard");
  // React returns the focus to elements that it moves, but by then a screen reader has lost its place.
  expect(await losses.jsonValue()).toEqual({ blurs: 0 });
});

it("asking for help takes three taps", async () => {
  const page = await openHome({ width: widths.phone, hasTouch: true });
  let taps = 0;
  await page.exposeFunction("tapped", () => {
    taps++;
  });
  await page.evaluate(() =>
    document.addEventListener("click", () => Reflect.get(window, "tapped")(), { capture: true }),
  );
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await page.getByText("Help Request Sent", { exact: true }).waitFor();
  expect(taps).toBe(3);
});

it("a toast is announced by a live region that existed before", async () => {
  const page = await openHome();
  const region = page.getByRole("banner").getByRole("status");
  expect(await region.textContent()).toBe("");
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await expect.poll(() => region.textContent()).toContain("Help Request Sent");
});

it("nothing moves for a person who prefers reduced motion", async () => {
  const page = await openHome({ reducedMotion: "reduce" });
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await button(page, "Close").hover();
  const moving = await page.evaluate(() => {
    const isMoving = (element: Element) => {
      const { transitionDuration, transitionProperty, animationName } = getComputedStyle(element);
      const isChanging = transitionProperty !== "none" && !/^0s(, 0s)*$/.test(transitionDuration);
      return isChanging || animationName !== "none";
    };
    const running = document.getAnimations().length;
    return [
      running,
      ...[...document.querySelectorAll("*")].filter(isMoving).map(({ outerHTML }) => outerHTML),
    ];
  });
  expect(moving).toEqual([0]);
});

it("in forced colors every control keeps an edge, and the current page its mark", async () => {
  const page = await openHome({ forcedColors: "active" });
  const help = link(page, "I Need Help");
  await help.waitFor();
  const edgeOf = (element: HTMLElement | SVGElement) => {
    const { borderTopWidth, borderTopStyle, outlineStyle, outlineWidth } = getComputedStyle(element);
    return { border: `${borderTopWidth} ${borderTopStyle}`, outline: `${outlineWidth} ${outlineStyle}` };
  };
  expect((await help.evaluate(edgeOf)).border).toBe("2px solid");
  expect((await page.locator("nav [aria-current]").evaluate(edgeOf)).outline).toBe("3px solid");
  await help.click();
  expect((await link(page, "Tech Help").evaluate(edgeOf)).border).toBe("2px solid");
  await button(page, "Text size").click();
  expect((await page.locator("label:has(:checked)").first().evaluate(edgeOf)).outline).toBe("3px solid");
});

it("home prints the day, without navigation", async () => {
  const page = await openHome();
  await page.emulateMedia({ media: "print" });
  expect(await heading(page, "Today's Events").isVisible()).toBe(true);
  expect(await heading(page, /^Good /).isVisible()).toBe(true);
  for (const around of ["nav", "header", "footer"])
    expect(await page.locator(around).first().isVisible()).toBe(false);
});
