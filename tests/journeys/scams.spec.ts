// "Is this a scam?": the advice that Rose reads at once, and the family's answers.
import { expect, it } from "vitest";
import { listHelpRequests } from "#contract/help/requests.ts";
import { measureSlowdown } from "#tests/support/busy-machine.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { isHelpAtHand } from "#tests/support/help-categories.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { deviceOf, visitOf } from "#tests/support/screens/visit.ts";
import { askForHelpOnScreen, button, glimpse, heading, link, openMore } from "#tests/support/steps.ts";
import { widths } from "#tests/support/window.ts";

const front = useFront("http");
const windows = useEngineWindows();
const call = "Someone called me and I don't trust it.";
const dont = "Don't pay. Don't call back. Don't give a code.";

it("three taps ask everybody; from “It's a scam: don't” to red on Rose's screen it takes less than a second", async () => {
  const { server } = front();
  const family = await reyesFamily(server);
  const { open } = visitOf(server, windows);
  const [roses, annas, bens] = [
    await open("/", family.rose),
    await open("/", family.anna),
    await open("/", family.ben),
  ];
  await askForHelpOnScreen(roses, "Is this a scam?", call);
  await heading(roses, "Today's Events").waitFor();
  await roses.getByText("Hang up. It is not rude.").first().waitFor();
  await roses.getByText(dont).first().waitFor();
  await heading(annas, "Rose asks: Is this a scam?").waitFor();
  await heading(roses, /has seen it/).waitFor();
  await roses.getByText("Wait for your family.").waitFor();
  await openMore(roses);
  await button(roses, "Take a picture").waitFor();
  await annas.getByText("Nobody has answered yet.").waitFor();

  await button(bens, "It's fine").click();
  await heading(roses, "It's fine").waitFor();
  await roses.locator("section[class*=_fine_]").waitFor();
  expect(await roses.getByText("What to do now").count()).toBe(0);

  const slowdown = measureSlowdown();
  const tapped = performance.now();
  await button(annas, "It's a scam: don't").click();
  await glimpse(roses.locator("section[class*=_scam_]", { hasText: "It's a scam: don't" }));
  expect(performance.now() - tapped).toBeLessThan(1_000 * slowdown());

  // Both answers stay, and the most careful one stands.
  await heading(roses, "It's a scam: don't").waitFor();
  await roses.getByText(/^Anna at .*: “It's a scam: don't”$/).waitFor();
  await roses.getByText(/^Ben at .*: “It's fine”$/).waitFor();
  await heading(roses, "What to do now").waitFor();
  await roses.getByText("Federal Trade Commission").waitFor();
  await bens.getByText(/^Anna at .*: “It's a scam: don't”$/).waitFor();
  for (const page of [roses, annas, bens])
    expect(await page.getByText(/I'll help|will help/).count()).toBe(0);
});

it("without a connection Rose reads the same words at once, and the question is sent later", {
  tags: "extended",
}, async () => {
  const { server, url } = front();
  const { rose, anna } = await reyesFamily(server);
  const roses = await windows.open(url, { width: widths.phone, ...deviceOf(url, rose) });
  await expect.poll(() => isHelpAtHand(roses)).toBe(true);
  await front().close();
  await link(roses, "I Need Help").click();
  await link(roses, "Is this a scam?").click();
  await roses.getByText(dont).first().waitFor();
  await button(roses, call).click();
  await heading(roses, "Saved on this device. Not sent yet.").waitFor();
  await roses.getByText("Hang up. It is not rude.", { exact: true }).waitFor();
  await roses.getByText("Wait for your family.").waitFor();

  await front().open();
  await heading(roses, "Sent. Trying to reach your family.").waitFor();
  await roses.getByText("Hang up. It is not rude.", { exact: true }).waitFor();
  expect(await anna.client.call(listHelpRequests)).toMatchObject([{ phrase: call, isUrgent: true }]);
});

it("“Is this a scam?” is above the eight categories, and can be answered through the link in a text", {
  tags: "extended",
}, async () => {
  const { server } = front();
  const { rose, ben } = await reyesFamily(server);
  const { open } = visitOf(server, windows);
  const roses = await open("/help", rose);
  await link(roses, "Tech Help").waitFor();
  const names = await roses.locator("main a[href^='/help/']:not([href='/help/earlier'])").allTextContents();
  expect(names.map((name) => name.trim()).slice(0, 2)).toEqual(["Is this a scam?", "Tech Help"]);
  expect(names).toHaveLength(9);
  await link(roses, "Is this a scam?").click();
  await button(roses, "I got a text that I don't trust.").click();
  await heading(roses, "Sent. Trying to reach your family.").waitFor();
  await deliverDue(server.world);
  await deliverDue(server.world);
  const { text = "" } = server.outbox.findLast(({ to }) => to === ben.phoneNumber) ?? {};
  const bens = await open(text.match(/\/help\/answer\?to=[\w-]+/)?.[0] ?? "/");
  await button(bens, "I'm calling you").click();
  await bens.getByText("You said: “I'm calling you”").waitFor();
  await heading(roses, "Ben is calling you.").waitFor();
});
