// A family changes its plan, and the sandbox follows it from Rose's request to Ben's answer.
// @module-tag extended
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { removeMember } from "#contract/families.ts";
import { changeEscalationPlan, defaultSteps, getEscalationPlan } from "#contract/help/plan.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { sendersFor } from "#server/senders.ts";
import { deliverDue, tellPrograms } from "#tests/support/due-work.ts";
import { endFailures } from "#tests/support/network-failures.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { useProgram } from "#tests/support/program.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { askForHelpOnScreen, button, expectToast, focusedText, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";
import { typedPlanOf } from "#web/features/help/plan/form/typed-plan.ts";

const server = useServer({ dist });
const windows = useWindows();
const program = useProgram();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

afterEach(() => {
  vi.restoreAllMocks();
});

const open = (path: string, person?: Person) => visitOf(server(), windows).open(path, person);
const section = (page: Page) => page.getByRole("region", { name: "Who is asked, and when" });
const lines = (page: Page) => section(page).locator("ol b").allTextContents();

async function change(page: Page) {
  await button(page, "Edit the plan").click();
  await button(page, "Save the plan").waitFor();
}

it("Anna's plan texts Ben after two minutes, and Ben answers 1 from his phone", async () => {
  const { anna, ben, rose } = family;
  const annas = await open("/admin/plan", anna);
  await change(annas);
  await annas.getByLabel("First contact").selectOption("Ben");
  await button(annas, /^Edit After 1 minute: text Ben/).click();
  await annas.getByLabel("When?").selectOption("After 2 minutes");
  await annas.getByLabel("Not if someone has seen it").uncheck();
  await expect.poll(() => lines(annas)).toContain("After 2 minutes: text Ben.");
  await button(annas, "Save the plan").click();
  await section(annas).getByText("The plan is saved.").waitFor();
  await section(annas).getByText("A request that nobody answers leads to up to 23 texts.").waitFor();
  expect(await lines(annas)).toEqual([
    "At once: alert everyone's app, message everyone by ntfy, message everyone through Apprise.",
    "After 2 minutes: text Ben.",
    "After 3 minutes: text and e-mail everyone.",
    "After 10 minutes: text and e-mail everyone, then every 15 minutes, nine times.",
  ]);

  vi.spyOn(server().world.senders, "sms").mockImplementation(sendersFor(server().world).sms);
  const roses = await open("/", rose);
  await askForHelpOnScreen(roses, "Tech Help", "My TV isn't working.");
  await heading(roses, /reach/).waitFor();
  const outbox = await open("/sandbox");
  server().clock.advance(2 * minuteMs);
  await deliverDue(server().world);
  const text = outbox.getByRole("article").filter({ hasText: `Text to ${ben.phoneNumber}` });
  await text.getByText(/Rose needs help: “My TV isn't working.”/).waitFor();
  await text.getByRole("button", { name: `Reply 1 from ${ben.phoneNumber}` }).click();
  await text.getByText(/^Thank you\. Rose can see that you will help/).waitFor();
  await heading(roses, "Ben will help.").waitFor();
});

it("what is typed survives another tab, a failure and another admin's plan, and steps stay in order of their times", {
  tags: "extended",
}, async () => {
  const { anna, ben } = family;
  const page = await open("/admin/plan", anna);
  await change(page);
  await button(page, "Add a step").click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/steps\.4\.after$/);
  await page.getByLabel("When?").selectOption("After 5 minutes");
  await page.getByLabel("Text message").uncheck();
  await button(page, "Close this step").click();
  await button(page, "Save the plan").click();
  await section(page).getByText("Please choose at least one way").waitFor();
  expect((await lines(page))[3]).toBe("After 5 minutes: nothing.");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/steps\.3\.channels$/);
  await page.getByLabel("E-mail").check();
  await button(page, "Close this step").click();
  await expect.poll(() => focusedText(page)).toBe("Edit After 5 minutes: e-mail everyone.");
  await section(page).getByText("Nobody has an e-mail address yet.").first().waitFor();

  await link(page, "Events").click();
  await heading(page, "Manual events").waitFor();
  await page.goBack();
  await change(page);
  expect((await lines(page))[3]).toBe("After 5 minutes: e-mail everyone.");

  const steps = [{ after: 0, target: "everyone" as const, channels: ["sms" as const] }];
  await anna.client.call(changeEscalationPlan, { body: { steps, firstContactId: null, quietHours: null } });
  await section(page).getByText("Someone just changed the plan.").waitFor();
  expect((await lines(page))[3]).toBe("After 5 minutes: e-mail everyone.");
  await page.route("**/api/escalation-plan", (route) => route.abort());
  await button(page, "Save the plan").click();
  await section(page).getByText("Please try again.").waitFor();
  await endFailures(page);
  expect(await lines(page)).toHaveLength(5);
  await button(page, "Show theirs instead").click();
  await expect.poll(() => lines(page)).toEqual(["At once: text everyone."]);

  await button(page, "Delete At once: text everyone.").click();
  await button(page, "Save the plan").click();
  await section(page).getByText("Please keep at least one step").waitFor();
  await expect.poll(() => focusedText(page)).toBe("Add a step");
  await button(page, "Cancel").click();
  await expect.poll(() => focusedText(page)).toBe("Edit the plan");
  await change(page);
  expect(await lines(page)).toEqual(["At once: text everyone."]);

  const bens = await open("/admin/plan", ben);
  await section(bens).getByText("At once: text everyone.").waitFor();
  expect(await button(bens, "Edit the plan").count()).toBe(0);
});

it("quiet hours, a first contact who has left, and going back to Porchlight's plan", async () => {
  const { anna } = family;
  const joe = await join(server(), anna, "child", "Joe");
  const page = await open("/admin/plan", anna);
  await change(page);
  await page.getByLabel("First contact").selectOption("Joe");
  await page.getByLabel("Quiet hours").check();
  await page.getByLabel("Until").fill("22:00");
  await button(page, "Save the plan").click();
  await section(page).getByText("Please choose two different times").waitFor();
  await page.getByLabel("Until").fill("06:30");
  await section(page)
    .getByText("From 10:00 PM to 6:30 AM we send no texts or e-mails, unless it's urgent.")
    .waitFor();

  await anna.client.call(removeMember, { params: { id: joe.id } });
  await page.getByRole("option", { name: "Joe, who has left" }).waitFor({ state: "attached" });
  await button(page, "Save the plan").click();
  await section(page).getByText("Please choose someone who helps").waitFor();
  await page.getByLabel("First contact").selectOption("Porchlight's choice (Anna)");
  await button(page, "Save the plan").click();
  await section(page).getByText("This is your family's own plan.").waitFor();

  await button(page, "Go back to Porchlight's plan").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Requests already sent keep their steps\./).waitFor();
  await dialog.getByRole("button", { name: "Go back to Porchlight's plan" }).click();
  await section(page).getByText("This is the plan that Porchlight comes with.").waitFor();
  await expect.poll(() => focusedText(page)).toBe("Porchlight's plan is back.");
  expect(await anna.client.call(getEscalationPlan)).toMatchObject({ steps: defaultSteps, isDefault: true });
});

it("every value of the form has its field", async () => {
  const excused: Readonly<Record<string, string>> = { line: "tells the steps apart while the form is open" };
  const { anna } = await reyesFamily(server());
  const step = { after: 60, target: "everyone" as const, channels: ["sms" as const] };
  const again = { everySeconds: 120, times: 2 };
  const body = {
    steps: [{ ...step, again }],
    firstContactId: null,
    quietHours: { from: "22:00", until: "07:00" },
  };
  const stored = await anna.client.call(changeEscalationPlan, { body });
  const page = await open("/admin/plan", anna);
  await button(page, "Edit the plan").click();
  await button(page, /^Edit/).click();
  await button(page, "Close this step").waitFor();
  const names = await page
    .locator("form [name]")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("name") ?? ""));
  const { steps, ...typed } = typedPlanOf(stored);
  const isShown = (name: string) => names.some((one) => one === name || one.startsWith(`${name}.`));
  expect(Object.keys(typed).filter((name) => !isShown(name))).toEqual([]);
  const hidden = Object.keys(steps[0] ?? {}).filter((name) => !isShown(`steps.0.${name}`));
  expect(hidden).toEqual(Object.keys(excused));
});

it("Anna has a program told when Rose asks, sees that it arrives, and stops it", async () => {
  const { anna, rose } = family;
  const page = await open("/admin/plan", anna);
  await heading(page, "Tell a program, too").click();
  await page.getByLabel("Address of the program").fill("http://home.example:8123/hook");
  await button(page, "Save the address").click();
  await page.getByText("Please enter an address that starts with https").waitFor();
  await page.getByLabel("Address of the program").fill(program.url);
  await button(page, "Save the address").click();
  await page.getByLabel("Secret").waitFor();
  program.secret = await page.getByLabel("Secret").inputValue();
  await button(page, "Send a test").click();
  await page.getByText("On its way...").waitFor();
  await tellPrograms(server().world);
  await page.getByText("It arrived.").waitFor();
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await page.getByText(/^Someone asks for help, /).waitFor();
  await tellPrograms(server().world);
  await expect.poll(() => page.getByText("It arrived.").count()).toBe(2);
  expect(program.told.map(({ message, isSigned }) => [message.type, isSigned])).toEqual([
    ["test", true],
    ["help.asked", true],
  ]);
  await button(page, /^Remove/).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "The program hears nothing more");
  expect(await page.getByLabel("Secret").count()).toBe(0);
});
