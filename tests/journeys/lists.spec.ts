// Every list has four states: loading, empty, failed, full.
// @module-tag extended
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { declineInvitation } from "#contract/invitations.ts";
import { endFailures, hold, unreachable } from "#tests/support/network-failures.ts";
import { invite, joinByInvitation, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { settled, type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, inviteOnScreen } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist, limits: { registrationsPerIp: 1000 } });
const windows = useWindows();
const openAs: Visit["open"] = (path, person) => visitOf(server(), windows).open(path, person);

const fail = (page: Page, path: string) => page.route(path, unreachable);

describe("the invitations", () => {
  const list = "**/api/invitations/family/*";
  const panel = (person: Person) => openAs("/admin/co-admins", person);

  it("Loading invitations... and then No pending invitations found.", async () => {
    const page = await panel(await signUp(server()));
    const release = await hold(page, list);
    await page.reload();
    await page.getByText("Loading invitations...", { exact: true }).waitFor();
    release();
    await page.getByText("No pending invitations found.", { exact: true }).waitFor();
  });

  it("Failed to load invitations, and a retry", async () => {
    const anna = await signUp(server());
    const page = await panel(anna);
    await fail(page, list);
    await page.reload();
    await page.getByText("Failed to load invitations", { exact: true }).waitFor();
    await endFailures(page);
    await button(page, "Try again").click();
    await page.getByText("No pending invitations found.", { exact: true }).waitFor();
  });

  it("full, with name, e-mail, role, status and short US expiry date", async () => {
    const anna = await signUp(server());
    const page = await panel(anna);
    await inviteOnScreen(page, "Rose", "Grandparent");
    await page.getByText("Grandparent link created successfully").first().waitFor();
    await joinByInvitation(server(), anna, "admin", "Ben");
    const code = await invite(anna, "admin", "Carl");
    await anna.client.call(declineInvitation, { body: { inviteCode: code } });
    const table = page.getByRole("table", { name: "Pending Invitations" });
    expect(await table.getByRole("columnheader").allTextContents()).toEqual([
      ...["Name", "Email", "Role", "Status", "Expires", "Actions"],
    ]);
    const row = (name: string) => table.getByRole("row").filter({ hasText: name });
    const badge = (name: string) => row(name).locator("[class*=_badge_]");
    const looks = async (name: string) => {
      const [, look = "outline"] =
        /_(success|danger)_/.exec((await badge(name).getAttribute("class")) ?? "") ?? [];
      return `${await badge(name).textContent()}, ${look}`;
    };
    await row("Carl").getByText("Declined", { exact: true }).waitFor();
    expect(await looks("Carl")).toBe("Declined, danger");
    expect(await looks("Rose")).toBe("Pending, outline");
    // An accepted invitation needs nobody's attention, so it is folded away.
    expect(await row("Ben").count()).toBe(0);
    await page.locator("summary", { hasText: "Accepted (1)" }).click();
    const accepted = page.getByRole("table", { name: "Accepted invitations" });
    const bens = accepted.getByRole("row").filter({ hasText: "Ben" });
    await bens.getByText("Accepted", { exact: true }).waitFor();
    expect(await bens.locator("[class*=_badge_]").getAttribute("class")).toMatch(/_success_/);
    await bens.getByText("Co-Admin", { exact: true }).waitFor();
    await button(page, "Remove Ben from the list").waitFor();
    await row("Rose").getByText("Grandparent", { exact: true }).waitFor();
    const inSevenDays = new Date(server().clock.now().getTime() + 7 * dayMs);
    const expires = inSevenDays.toLocaleDateString("en-US", {
      dateStyle: "medium",
      timeZone: "America/New_York",
    });
    await row("Rose").getByText(expires, { exact: true }).waitFor();
    await button(page, "Share Link for Rose").waitFor();
    const release = await hold(page, "**/api/invitations/*");
    await button(page, "Cancel Rose").click();
    await page.getByRole("button", { name: /^Deleting\.\.\./ }).waitFor();
    release();
    await row("Rose").waitFor({ state: "detached" });
  });

  it("an unknown status is shown as it is", async () => {
    const anna = await signUp(server());
    await invite(anna, "grandparent", "Rose");
    const page = await panel(anna);
    await page.route(list, async (route) => {
      const response = await route.fetch();
      const [invitation] = await response.json();
      await route.fulfill({ response, json: [{ ...invitation, status: "on its way" }] });
    });
    await page.reload();
    await page.getByRole("table").getByText("on its way", { exact: true }).waitFor();
  });

  it("Generating Link... while it is made, Create Another Invitation after", async () => {
    const page = await panel(await signUp(server()));
    await page.getByLabel("Person's Name").fill("Rose");
    await page.getByLabel("Email").fill("rose@example.com");
    await page
      .getByText("Co-administrators can manage content. Grandparents can view content.", { exact: true })
      .waitFor();
    const roles = page.getByRole("group", { name: "Role" }).locator("label");
    expect((await roles.allTextContents()).map((words) => words.split(":")[0])).toEqual([
      "My parent or grandparent Grandparent",
      "Family who helps Family member",
      "Looks after this with me Co-Administrator",
    ]);
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
    await page.getByLabel(/Grandparent:/).check();
    const release = await hold(page, "**/api/invitations");
    await button(page, "Generate Invite Link").click();
    await button(page, "Generating Link...").waitFor();
    release();
    await heading(page, "Invitation Created!").waitFor();
    await page.getByText(/\/invite\?code=[\w-]{22}$/).waitFor();
    await button(page, "Copy Link").waitFor();
    await button(page, "Create Another Invitation").click();
    expect(await page.getByLabel("Person's Name").inputValue()).toBe("");
  });

  it("errors in an invitation are shown at their fields, and nothing typed is lost", async () => {
    const page = await panel(await signUp(server()));
    await page.getByLabel("Email").fill("rose at example");
    await page.getByLabel("Phone Number (Optional)").fill("614 555 0199");
    await button(page, "Generate Invite Link").click();
    await page.getByText("Please select a role").last().waitFor();
    await page.getByText("Name is required").last().waitFor();
    await page.getByText("Please enter a valid email address").last().waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("rose at example");
    expect(await page.getByLabel("Phone Number (Optional)").inputValue()).toBe("614 555 0199");
  });
});

describe("home", () => {
  it.each([
    ["**/api/calendar-events*", "No events scheduled for today", "Today's Events"],
    ["**/api/puzzles/active", "No puzzle available today", "Daily Puzzle"],
    ["**/api/local-events/active", "No local events available", "Things To Do"],
  ])("%s: loading, then %s", async (path, words, name) => {
    const { anna, rose } = await reyesFamily(server());
    await anna.client.call(changeFamily, { body: { puzzleLibrary: false } });
    const page = await openAs("/help", rose);
    await fail(page, "**/api/home");
    const release = await hold(page, path);
    await page.goto(server().url);
    const section = page.getByRole("region", { name });
    const skeleton = section.locator("[aria-busy=true]");
    await skeleton.locator("[class*=_skeleton_]").nth(1).waitFor({ state: "attached" });
    expect(await section.getByText(words).count()).toBe(0);
    release();
    await section.getByText(words, { exact: true }).waitFor();
    expect(await skeleton.count()).toBe(0);
    expect(await section.getByRole("button").count(), "nothing to answer or to retry").toBe(0);
  });

  it("says what could not be loaded, and loads it again on request", async () => {
    const page = await openAs("/help", (await reyesFamily(server())).rose);
    // It keeps failing, so the list is read by its own call.
    await page.context().route("**/api/home", unreachable);
    await fail(page, "**/api/calendar-events*");
    await page.goto(server().url);
    const section = page.getByRole("region", { name: "Today's Events" });
    const again = section.getByRole("button", { name: "Try again" });
    await again.waitFor();
    // The date may differ in the family's time zone, which causes another read.
    await settled(page);
    await endFailures(page);
    await again.click();
    await page.getByText("No events scheduled for today", { exact: true }).waitFor();
  });
});

describe("the invite page", () => {
  it.each([
    ["grandparent", "Grandparent"],
    ["admin", "Co-Administrator"],
  ] as const)("Verifying invitation... and then who invites whom as what: %s", async (role, roleWords) => {
    const inviteCode = await invite(await signUp(server(), { name: "Anna Reyes" }), role, "Rose");
    const page = await windows.open(`${server().url}/help`);
    const release = await hold(page, "**/api/invitations/verify*");
    await page.goto(`${server().url}/invite?code=${inviteCode}`);
    await heading(page, "Verifying invitation...").waitFor();
    release();
    await heading(page, "You've Been Invited!").waitFor();
    const facts = await page.locator("main dl").textContent();
    expect(facts).toBe(`NameRoseFamilyThe Reyes familyRole${roleWords}`);
    await button(page, "Decline").waitFor();
    await heading(page, "Accept invitation & create account").waitFor();
  });
});
