// A helper says when they will call or come, and Rose reads it.
import { expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { deviceOf, visitOf } from "#tests/support/screens/visit.ts";
import { button, focusedText, heading, openMore, waitOutSecondTap } from "#tests/support/steps.ts";
import { useWindows } from "#tests/support/window.ts";

const front = useFront("http");
const windows = useEngineWindows();
const chromium = useWindows();

async function asking() {
  const { server } = front();
  const family = await reyesFamily(server);
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  return { ...family, id, ...visitOf(server, windows) };
}

async function pass(minutes: number) {
  const { clock, world } = front().server;
  clock.advance(minutes * minuteMs);
  await deliverDue(world);
  await deliverDue(world);
}

const takeAndSay = async (page: Window, answer: string) => {
  await button(page, "I'll help").click();
  await page.getByText("When can you help?").waitFor();
  await button(page, answer).click();
};

it("two taps: “I'll help”, then when; Rose reads it, is asked afterwards, and “Not yet” asks the family again", async () => {
  const { anna, rose, open } = await asking();
  const [annas, roses] = [await open("/", anna), await open("/", rose)];
  await button(annas, "I'll help").click();
  await heading(roses, "Anna will help.").waitFor();
  await button(annas, "I'm calling now").click();
  await heading(roses, "Anna is calling now.").waitFor();
  await annas.getByText("Rose can read this.").waitFor();
  await pass(10);
  await roses.getByText("Did Anna call?", { exact: true }).first().waitFor();
  await button(roses, "Not yet").click();
  await button(annas, "I'll help").waitFor();
  await waitOutSecondTap();
  await openMore(roses);
  await roses.getByText("You asked again").waitFor();
  expect(await button(roses, "Not yet").count()).toBe(0);
});

it("“In 10 minutes” counts down on Rose's screen, even without a connection, with the time at which Anna said it", async () => {
  const { anna, rose, open } = await asking();
  const { url } = front();
  const roses = await windows.open(url, deviceOf(url, rose));
  const annas = await open("/", anna);
  await button(annas, "I'll help").click();
  await annas.locator("summary", { hasText: "Add a few words" }).click();
  await annas.getByLabel("A few words to Rose").fill("After lunch");
  await button(annas, "In 10 minutes").click();
  await heading(roses, /^Anna will call at \d+:\d\d [AP]M\. In \d+ minutes\./).waitFor();
  await front().close();
  await openMore(roses);
  await roses.getByText(/^Anna will call at \d+:\d\d [AP]M: “After lunch”/).waitFor();
  await heading(roses, /^Anna will call at /).waitFor();
  await front().open();
});

it("“At …” offers the next hours, and “I can't help Rose after all” tells Rose and the others at once", {
  tags: "extended",
}, async () => {
  const { anna, ben, rose, open } = await asking();
  const [annas, bens, roses] = [await open("/", anna), await open("/", ben), await open("/", rose)];
  await takeAndSay(annas, "I'm on my way");
  await heading(roses, "Anna is on the way.").waitFor();
  await bens.getByText("Anna is on the way.").waitFor();
  await waitOutSecondTap();
  await button(annas, "I can't help Rose after all").click();
  await heading(roses, "Anna can't help after all. Asking your family again.").waitFor();
  await bens.getByText(/^Anna can't help after all\./).waitFor();
  await expect.poll(() => focusedText(annas)).toMatch(/^Anna can't help after all\./);
  await button(bens, "I'll help").click();
  await bens.locator("summary", { hasText: "At …" }).click();
  expect(await button(bens, /^\d+:00 [AP]M$/).count()).toBe(6);
  await heading(roses, "Ben will help.").waitFor();
});

it("a promise ends on every screen when the helper leaves or the request is closed", {
  tags: "chromium",
}, async () => {
  const { anna, ben, rose, id } = await asking();
  const { open } = visitOf(front().server, chromium);
  const [annas, roses] = [await open("/", anna), await open("/", rose)];
  await ben.client.call(promiseHelp, { params: { id }, body: { kind: "COMING" } });
  await heading(roses, "Ben is on the way.").waitFor();
  await ben.client.call(leaveFamily);
  await button(annas, "I'll help").click();
  await annas.getByText("When can you help?").waitFor();
  // Rose's answer arrives while Anna is about to tap.
  await annas.route("**/promise", async (route) => {
    await rose.client.call(resolveHelpRequest, { params: { id } });
    await route.continue();
  });
  await button(annas, "I'm calling now").click();
  await annas.getByText("Rose is OK now.").first().waitFor();
  await roses.getByText("Solved.").first().waitFor();
});
