import { describe, expect, it } from "vitest";
import { createInvitation } from "#contract/invitations.ts";
import { measureSlowdown } from "#tests/support/busy-machine.ts";
import { Effort } from "#tests/support/effort.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { codeFor, newPhoneNumber, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  heading,
  inviteOnScreen,
  joinOnScreen,
  link,
  signUpOnScreen,
  waitOutSecondTap,
} from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

describe("Rose asks for help, and Anna answers", () => {
  it("from two empty windows to the end, using only the screen", async () => {
    const anna = await windows.open(server().url);
    await signUpOnScreen(server(), anna, "Anna Reyes");
    await link(anna, "Admin Dashboard").click();
    const search = await inviteOnScreen(anna, "Rose", "Grandparent");

    const rose = await windows.open(`${server().url}/invite${search}`, { width: widths.tablet });
    await heading(rose, "You've Been Invited!").waitFor();
    await joinOnScreen(server(), rose, "Rose");
    await link(anna, "Home").click();
    await heading(anna, "Today's Events").waitFor();

    await askForHelpOnScreen(rose, "Tech Help", "My TV isn't working.");
    await rose
      .getByText("Your family has been notified that you need help with: My TV isn't working.", {
        exact: true,
      })
      .waitFor();
    await heading(anna, "Rose needs help").waitFor({ timeout: 2_000 });

    await rose.waitForURL(`${server().url}/`);
    await heading(rose, "Anna has seen it.").waitFor({ timeout: 4_000 });

    const slowdown = measureSlowdown();
    const tapped = Date.now();
    await button(anna, "I'll help").click();
    await heading(rose, "Anna will help").waitFor({ timeout: 2_000 });
    expect(Date.now() - tapped).toBeLessThan(1_000 * slowdown());
    expect(await link(rose, "Call Anna").getAttribute("href")).toMatch(/^tel:\+1614555/);
    expect(await link(anna, "Call Rose").getAttribute("href")).toMatch(/^tel:\+1614555/);

    await waitOutSecondTap();
    await button(anna, "Done").click();
    await heading(rose, "Does it work now?").waitFor({ timeout: 2_000 });
    await button(rose, "Yes").click();
    await waitOutSecondTap();
    await button(rose, "Thank Anna ♥").click();
    await rose.getByText("You thanked Anna ♥").waitFor();
    await anna.getByText("Rose says thank you ♥").waitFor();
  });
});

/** Until the app has taken over the page, the browser follows its links, and no field takes the focus. */
const takenOver = (page: Window) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(document.querySelector("main a") ?? {}).some((key) => key.includes("react")),
      ),
    )
    .toBe(true);

describe("signing up on a phone", () => {
  it("takes Anna 24 characters and 3 taps, because the focus is where typing begins", async () => {
    const page = await windows.open(server().url, { width: widths.phone });
    const effort = new Effort(page);
    const phoneNumber = newPhoneNumber();
    await takenOver(page);
    await effort.tap(link(page, "Get Started").first());
    await effort.type(phoneNumber.slice(2), "Phone number");
    await page.keyboard.press("Enter");
    await heading(page, "What is the code we sent you?").waitFor();
    await effort.type(codeFor(server(), phoneNumber), "Verification code");
    await page.keyboard.press("Enter");
    await heading(page, "Who are you?").waitFor();
    await effort.type("Anna Lee", "Your name");
    await effort.tap(page.getByLabel(/Adult child/));
    await effort.tap(button(page, "Create my account"));
    await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
    expect(effort).toMatchObject({ characters: 24, taps: 3 });
  });

  it("begins with typing, too, when the browser has followed the link because the app had not taken over the page", async () => {
    const page = await windows.open(server().url, { width: widths.phone });
    const effort = new Effort(page);
    const phoneNumber = newPhoneNumber();
    await takenOver(page);
    await page.evaluate(() => location.assign("/?signup"));
    await effort.type(phoneNumber.slice(2), "Phone number");
    await page.keyboard.press("Enter");
    await heading(page, "What is the code we sent you?").waitFor();
  });

  it("takes Rose 6 digits and 2 taps, when the family has entered her number", async () => {
    const anna = await signUp(server());
    const phoneNumber = newPhoneNumber();
    const rose = { name: "Rose", email: null, phoneNumber, role: "grandparent" as const };
    const body = { ...rose, familyId: anna.familyId };
    const { inviteCode } = await anna.client.call(createInvitation, { body });
    const page = await windows.open(`${server().url}/invite?code=${inviteCode}`, { width: widths.phone });
    const effort = new Effort(page);
    await effort.tap(button(page, "Yes, text me a code"));
    await heading(page, "What is the code we sent you?").waitFor();
    await effort.type(codeFor(server(), phoneNumber), "Verification code");
    await page.keyboard.press("Enter");
    await heading(page, "Who are you?").waitFor();
    await effort.tap(button(page, "Create my account"));
    await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
    expect(effort).toMatchObject({ characters: 6, taps: 2 });
  });
});
