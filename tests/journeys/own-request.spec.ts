// Rose sees her own request and acts on it until she confirms that it is solved.
import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  getHelpRequest,
  handOnHelpRequest,
  recordReceipt,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { distances, eachWidth, type Places, placesOf } from "#tests/support/measures/places.ts";
import { hold, unreachable } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  focusedText,
  glimpse,
  heading,
  link,
  openMore,
} from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const twoSeconds = { timeout: 2_000 };

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const open = (person: Person) => visitOf(server(), windows, { width: widths.phone }).open("/", person);

async function pass(minutes: number) {
  server().clock.advance(minutes * minuteMs);
  await deliverDue(server().world);
}

async function roseAsks() {
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  return {
    state: async () => (await family.rose.client.call(getHelpRequest, { params })).state,
    record: (state: "REACHED" | "SEEN") =>
      family.anna.client.call(recordReceipt, { params, body: { state } }),
    take: ({ client }: Person) => client.call(acknowledgeHelpRequest, { params }),
    promise: ({ client }: Person) =>
      client.call(promiseHelp, { params, body: { kind: "CALL_AT", minutes: 10 } }),
    handOn: ({ client }: Person) => client.call(handOnHelpRequest, { params }),
    finish: ({ client }: Person) => client.call(resolveHelpRequest, { params }),
  };
}

/** Collects everything that is added to a live region of this page, as a screen reader would announce it. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  // Waits until the page's initial state is shown and its announcer exists.
  await heading(page, "Today's Events").waitFor();
  await page.locator("span[role=status][aria-atomic=false]").waitFor({ state: "attached" });
  const heard: string[] = [];
  await page.exposeFunction("hear", (words: string) => void heard.push(words.trim()));
  const watch = () => {
    const hear: unknown = Reflect.get(window, "hear");
    const say = (node: Node) => {
      const place = node instanceof Element ? node : node.parentElement;
      if (place?.closest("[role=status], [role=alert]") && typeof hear === "function") hear(node.textContent);
    };
    const look = (changes: MutationRecord[]) => {
      for (const { addedNodes, type, target } of changes) {
        if (type === "characterData") say(target);
        for (const node of addedNodes) say(node);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return async () => heard.filter((words) => words !== "");
}

/** Text on the page, without the announcer's. */
const words = (page: Page, text: string | RegExp) => page.getByRole("main").getByText(text);

/** Taps twice in the same place, the second time as soon as the first tap has changed the page. */
async function tapTwice(page: Page, target: Locator, changed: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("The target is not visible.");
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.click(...place);
  await glimpse(changed);
  await page.mouse.click(...place);
}

describe("the receipts", () => {
  it("each appears on the card within two seconds and is announced once, from “Sent” to “Not yet”", async () => {
    const { anna, ben, rose } = family;
    await subscribeToPush(anna);
    const page = await open(rose);
    const heard = await listen(page);
    const request = await roseAsks();
    await heading(page, "Sent. Trying to reach your family.").waitFor(twoSeconds);
    await pass(0);
    expect(await request.state()).toBe("HANDED_OVER");
    await request.record("REACHED");
    await heading(page, "It reached Anna's phone.").waitFor(twoSeconds);
    await pass(1);
    await request.record("SEEN");
    await heading(page, "Anna has seen it.").waitFor(twoSeconds);
    await pass(2);
    await heading(page, "No answer yet. Now asking Ben too.").waitFor(twoSeconds);
    expect(await link(page, "Call Ben").getAttribute("href")).toBe(`tel:${ben.phoneNumber}`);
    await request.take(ben);
    await heading(page, "Ben will help.").waitFor(twoSeconds);
    await request.finish(ben);
    const question = await heading(page, "Does it work now?").textContent(twoSeconds);
    expect(question).toMatch(/^Ben said it's done at \d+:\d\d [AP]M\. Does it work now\?$/);
    const said = [
      "Sent. Trying to reach your family.",
      "It reached Anna's phone.",
      "Anna has seen it.",
      "No answer yet. Now asking Ben too.",
      "Ben will help.",
      question,
    ];
    await expect.poll(heard).toEqual(said);

    await page.reload();
    const annas = await open(anna);
    await words(annas, "Waiting for Rose to confirm.").waitFor();
    await words(annas, /^Ben said it's done at/).waitFor();
    expect(await words(annas, "Rose has been helped.").count()).toBe(0);
    const letSee = await hold(annas, "**/api/help-requests/receipts");
    await button(page, "Not yet").click();
    await heading(page, "Sent. Trying to reach your family.").waitFor(twoSeconds);
    await expect.poll(() => focusedText(page)).toBe("Sent. Trying to reach your family.");
    await openMore(page);
    await words(page, "You asked again").waitFor();
    await heading(annas, "Rose still needs help").waitFor(twoSeconds);
    await words(annas, /^Rose asked again at/).waitFor();
    letSee();
    await heading(page, "Anna has seen it.").waitFor();
    await expect.poll(heard).toEqual([...said, "It reached Anna's phone.", "Anna has seen it."]);
  });

  it("a change during the page's first read appears on the card too", { tags: "extended" }, async () => {
    const request = await roseAsks();
    const page = await open(family.rose);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route("**/api/home", async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await answer.promise;
      await route.fulfill({ response });
    });
    await page.reload({ waitUntil: "commit" });
    await asked.promise;
    await request.take(family.ben);
    answer.resolve();
    await heading(page, "Ben will help.").waitFor();
  });

  it("when nobody could be reached, that is said plainly, with numbers to call", async () => {
    const { anna, ben, rose } = family;
    const page = await open(rose);
    const request = await roseAsks();
    for (let step = 0; (await request.state()) !== "UNREACHABLE"; step += 1) {
      expect(step).toBeLessThan(20);
      await pass(15);
    }
    await heading(page, "We could not reach anyone. Please call.").waitFor(twoSeconds);
    for (const { name, phoneNumber } of [{ ...anna, name: "Anna" }, ben]) {
      const number = phoneNumber.replace(/^\+1(...)(...)/, "($1) $2-");
      expect(await link(page, `Call ${name} ${number}`).getAttribute("href")).toBe(`tel:${phoneNumber}`);
    }
  });

  it("“It's urgent” takes one more tap, and the family reads it", async () => {
    const annas = await open(family.anna);
    const page = await open(family.rose);
    await roseAsks();
    await tapTwice(page, button(page, "It's urgent"), words(page, "You said it's urgent."));
    await expect.poll(() => focusedText(page)).toContain("Your family gets the next messages right away.");
    await heading(annas, "Urgent: Rose needs help").waitFor(twoSeconds);
    await words(annas, "Rose says it's urgent.").waitFor();
    await pass(0);
    const texts = server().outbox.filter(({ text }) => text.startsWith("URGENT: Rose needs help"));
    expect(texts.map(({ to }) => to)).toContain(family.ben.phoneNumber);

    await tapTwice(page, button(page, "Undo"), button(page, "It's urgent"));
    await heading(annas, /^Rose needs help/).waitFor(twoSeconds);
    await words(annas, "Rose says it's urgent.").waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toMatch(/^(No answer yet|Anna has seen)/);
  });

  it("the buttons keep their places while nobody helps, and again while somebody does: the calls right below the heading, 24 px apart, each looking different", async () => {
    const { ben, rose } = family;
    // The greeting and the date above take one line or two, so everything happens on one morning.
    const { clock } = server();
    clock.goTo("10:00", { daysAhead: 1 });
    const page = await visitOf(server(), windows, { width: widths.phone }).open("/healthz", rose);
    await page.clock.install({ time: clock.now() });
    await page.goto(server().url);
    const request = await roseAsks();
    const unanswered = "Nobody has answered yet. Please call.";
    const waitInVain = () => page.clock.fastForward(12 * minuteMs);
    const askWhetherKept = async () => {
      await pass(20);
      await pass(0);
      await button(page, "Not yet").waitFor();
    };
    type State = readonly [RegExp | string, () => unknown];
    const measure = async (states: readonly State[]) => {
      const measured: Places[] = [];
      for (const [title, change] of states) {
        await change();
        await heading(page, title).waitFor();
        const others = ["I'm OK now", "It's urgent", "More", "Sent", "Yes", "Not yet"];
        measured.push(await placesOf(page, unanswered, "Call Anna", "Call Ben", ...others));
      }
      return measured;
    };
    const asking = await measure([
      [/^Sent/, () => undefined],
      [/^It reached/, () => request.record("REACHED")],
      [/^Anna has seen it/, () => request.record("SEEN")],
      [unanswered, waitInVain],
    ]);
    const helping = await measure([
      [/^Ben will help/, () => request.take(ben)],
      [/^Ben will call at/, () => request.promise(ben)],
      ["Did Ben call?", askWhetherKept],
    ]);
    const askingAgain = await measure([[/^Ben can't help after all/, () => request.handOn(ben)]]);
    const buttonsOf = (places: Places) =>
      Object.fromEntries(Object.entries(places).filter(([words]) => /^(Call|I'm|It's|More)/.test(words)));
    for (const [[first = {}], all] of [
      [asking, [...asking, ...askingAgain]],
      [helping, helping],
    ] as const)
      for (const places of all) expect(buttonsOf(places)).toEqual(buttonsOf(first));

    const [[first = {}, , , late = {}], [taken = {}, , asked = {}]] = [asking, helping];
    expect(Math.max(...distances(late, unanswered, "Call Anna"))).toBeLessThanOrEqual(24);
    for (const [one, next] of [
      ["I'm OK now", "It's urgent"],
      ["It's urgent", "More"],
    ] as const)
      expect(distances(first, one, next)).toEqual([24, 24, 24, 24]);
    expect(distances(taken, "I'm OK now", "More")).toEqual([24, 24, 24, 24]);
    // Whoever helps is the only one to call, and what Rose does next comes right after that.
    expect(eachWidth(taken, "Call Anna")).toEqual([]);
    const toAnswers = ["Yes", "Not yet"].flatMap((answer) => distances(asked, "Call Ben", answer));
    expect(Math.max(...toAnswers)).toBeLessThanOrEqual(24);
    for (const call of ["Call Anna", "Call Ben"])
      expect(Math.min(...distances(first, "I'm OK now", call))).toBeGreaterThanOrEqual(24);
    const looks = [eachWidth(first, "I'm OK now"), eachWidth(first, "It's urgent")].map((at) => at[0]?.look);
    expect(new Set(looks).size).toBe(2);

    // The receipts come below all of them.
    await openMore(page);
    const opened = await placesOf(page, "It's urgent", "More", "Sent");
    const [sent, more] = [eachWidth(opened, "Sent")[1], eachWidth(opened, "More")[1]];
    expect(sent?.top).toBeGreaterThan(more?.bottom ?? 0);
    expect(eachWidth(opened, "It's urgent")).toEqual(eachWidth(first, "It's urgent"));
  });

  it("a finger that is about to tap when somebody takes the request taps nothing", {
    tags: "extended",
  }, async () => {
    const page = await open(family.rose);
    const request = await roseAsks();
    await button(page, "I'm OK now").waitFor();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const look = () => {
        const card = document.querySelector("main section[aria-labelledby]:has(h2)");
        const tapped = [...(card?.querySelectorAll("button") ?? [])].find((each) =>
          each.textContent?.includes("I'm OK now"),
        );
        if (tapped && card?.textContent?.includes("Ben will help."))
          seen.push(getComputedStyle(tapped).pointerEvents);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await request.take(family.ben);
    const seen = () => page.evaluate((): string[] => Reflect.get(globalThis, "seen"));
    await expect.poll(async () => (await seen()).at(-1)).toBe("auto");
    expect((await seen())[0]).toBe("none");
    await button(page, "I'm OK now").click();
    await words(page, /^Solved/).waitFor();
  });
});

it("a second request of Rose's folds the first one into a line, so that the day stays near", async () => {
  const page = await open(family.rose);
  await roseAsks();
  await button(page, "I'm OK now").waitFor();
  const one = eachWidth(await placesOf(page, "Today's Events"), "Today's Events");
  await family.rose.client.call(askForHelp, { body: { phraseId: 201 } });
  const line = page.locator("summary", { hasText: "My TV isn't working." });
  await line.waitFor();
  const two = eachWidth(await placesOf(page, "Today's Events"), "Today's Events");
  for (const [index, { top }] of two.entries()) expect(top - (one[index]?.top ?? 0)).toBeLessThanOrEqual(200);
  await line.click();
  await expect.poll(() => button(page, "I'm OK now").count()).toBe(2);
});

it("the day appears once it is known what is above it, and after three seconds in any case", {
  tags: "extended",
}, async () => {
  await roseAsks();
  const page = await open(family.rose);
  const day = heading(page, "Today's Events");
  await day.waitFor();
  await page.route("**/api/home", unreachable);
  const release = await hold(page, "**/api/help-requests");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minuteMs);
  const answers = ["auth/status", "family"].map((path) => page.waitForResponse(`**/api/${path}`));
  const areHere = Promise.all(answers).then(() => true);
  await page.reload();
  const isAnswered = async () => {
    // The page's timers only run here, so its limit of three seconds is not reached yet.
    await page.clock.runFor(1);
    return Promise.race([areHere, false]);
  };
  await expect.poll(isAnswered).toBe(true);
  await page.clock.runFor(1_000);
  await heading(page, /^Good/).waitFor();
  expect(await day.isVisible()).toBe(false);
  await moveClockUntil(page, () => day.isVisible());
  await page.clock.resume();
  release();
  await heading(page, "Sent. Trying to reach your family.").waitFor();
});

describe("Undo", () => {
  it("cancels a request sent by mistake: those who saw it learn that it is not needed, and a second tap does nothing more", async () => {
    const annas = await open(family.anna);
    const page = await open(family.rose);
    await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
    const seen = heading(annas, "Rose needs help").waitFor(twoSeconds);
    await Promise.all([seen, button(page, "Close").click()]);
    await heading(page, "Today's Events").waitFor();
    await tapTwice(page, button(page, "Undo"), words(page, "You canceled this."));
    await words(annas, "Rose does not need this anymore.").waitFor(twoSeconds);
    await expect.poll(() => focusedText(page)).toContain("You canceled this.");
    await heading(annas, "Rose needs help").waitFor({ state: "detached" });

    await tapTwice(page, button(page, "Undo"), button(page, "I'm OK now"));
    await heading(annas, "Rose still needs help").waitFor(twoSeconds);
    await expect.poll(() => focusedText(page)).toMatch(/^(Sent|It reached|Anna has seen)[^?]{0,40}$/);
    await tapTwice(page, button(page, "I'm OK now"), words(page, "You canceled this."));
    await button(page, "Undo").waitFor();
  });

  it("is available for ten seconds, and longer while it has the focus; “I'm OK now” stays", async () => {
    const page = await open(family.rose);
    await page.clock.install();
    await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
    await button(page, "I'm OK now").waitFor();
    await button(page, "Undo").focus();
    await page.clock.fastForward(15_000);
    await expect.poll(() => focusedText(page)).toBe("Undo");
    await page.keyboard.press("Tab");
    await button(page, "Undo").waitFor({ state: "detached" });
    await button(page, "I'm OK now").click();
    await button(page, "Undo").waitFor();
    await page.clock.fastForward(10_000);
    await button(page, "Undo").waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toContain("You canceled this.");
  });

  it("after “Yes” asks again, and after “I'm OK now” keeps the person who helps", async () => {
    const { ben, rose } = family;
    const page = await open(rose);
    const bens = await open(ben);
    const request = await roseAsks();
    await request.take(ben);
    await heading(page, "Ben will help.").waitFor();
    await button(page, "I'm OK now").click();
    await words(bens, "Rose is OK now.").waitFor(twoSeconds);
    await button(page, "Undo").click();
    await heading(page, "Ben will help.").waitFor();
    await heading(bens, "You are helping Rose").waitFor(twoSeconds);

    await button(bens, "Done").click();
    await tapTwice(page, button(page, "Yes"), button(page, "Undo"));
    await words(bens, "Rose says it is solved.").waitFor(twoSeconds);
    await tapTwice(page, button(page, "Undo"), heading(page, "Does it work now?"));
    await button(page, "Not yet").waitFor();
    expect(await request.state()).toBe("RESOLVED");
  });
});

it("after “I'm OK now” one button thanks Anna, whose home says so at once", async () => {
  const request = await roseAsks();
  await request.take(family.anna);
  const [tablet, phone] = [await open(family.rose), await open(family.anna)];
  await button(tablet, "I'm OK now").click();
  const thank = button(tablet, "Thank Anna ♥");
  await thank.waitFor();
  expect((await thank.boundingBox())?.height).toBeGreaterThanOrEqual(72);
  await phone.getByText("Rose is OK now.").first().waitFor();
  // Taps within a moment after the last one count as part of it.
  await tablet.waitForTimeout(800);
  await thank.click();
  await tablet.getByText("You thanked Anna ♥").waitFor();
  expect(await thank.count()).toBe(0);
  await phone.getByText("Rose says thank you ♥").waitFor();
});
