// Members of a family: who they are, their roles, removing them, and leaving.
import { expect, it } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { changeRole, getFamily, openFamily, removeMember } from "#contract/families.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { scriptsOf } from "#tests/support/bundle.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { invite, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, isFocused, link, openUnderMore } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const phone = { width: widths.phone };
const visit = (path: string, who: Person, options = {}) =>
  visitOf(server(), windows, options).open(path, who);

async function familyTab(who: Person): Promise<Window> {
  const page = await visit("/admin/family", who);
  await heading(page, "Members").waitFor();
  return page;
}

const rowOf = (page: Window, name: string) => page.getByRole("row").filter({ hasText: name });
const needsAdmin =
  "Someone has to look after this family. Please make another member a Co-Administrator first.";

it("an admin sees who is in the family, in which role, and when they were last active", async () => {
  const { anna, rose } = await reyesFamily(server());
  const longAgo = new Date(server().clock.now().getTime() - 3 * dayMs);
  await server()
    .database.kysely.updateTable("sessions")
    .set({ last_used_at: longAgo })
    .where("person_id", "=", rose.id)
    .execute();
  const page = await familyTab(anna);
  await rowOf(page, "Anna Reyes").getByText("Now", { exact: true }).waitFor();
  await rowOf(page, "Ben").getByText("Today", { exact: true }).waitFor();
  await rowOf(page, "Rose").getByText("3 days ago", { exact: true }).waitFor();
  expect(await page.getByLabel("Role of Rose").inputValue()).toBe("grandparent");
  expect(await button(page, "Remove").count()).toBe(2);
});

it("the name, country and time zone change on everybody's screen, along with the emergency number", {
  tags: "extended",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const help = await visit("/help", rose, phone);
  await link(help, "In an emergency call 911").waitFor();
  const page = await familyTab(anna);
  await page.getByLabel("Family name").fill("The Reyes clan");
  await page.getByLabel("Country").selectOption("United Kingdom");
  await page.getByLabel("Time zone").selectOption("London (United Kingdom Time)");
  await button(page, "Save").click();
  await page.getByText("Saved. In an emergency your family calls 999.").waitFor();
  await link(help, "In an emergency call 999").waitFor({ timeout: 2_000 });
  const { name, timeZone } = await rose.client.call(getFamily);
  expect([name, timeZone]).toEqual(["The Reyes clan", "Europe/London"]);
});

it("changing only the country leaves the time zone as it is, even when somebody tabs through it", {
  tags: "extended",
}, async () => {
  const { anna } = await reyesFamily(server());
  const page = await familyTab(anna);
  const zone = page.getByLabel("Time zone");
  await page.getByLabel("Country").selectOption("United Kingdom");
  await zone.locator('optgroup[label="United Kingdom"]').waitFor({ state: "attached" });
  expect(await zone.inputValue()).toBe("America/New_York");
  await zone.focus();
  await page.keyboard.press("Tab");
  await button(page, "Save").click();
  await page.getByText("Saved. In an emergency your family calls 999.").waitFor();
  expect((await anna.client.call(getFamily)).timeZone).toBe("America/New_York");
});

it("a role changes only when it is saved, and takes effect at once on the other screen", async () => {
  const { anna, ben } = await reyesFamily(server());
  const other = await visit("/", ben);
  await link(other, "I Need Help").first().waitFor();
  expect(await link(other, "Admin Dashboard").count()).toBe(0);
  const page = await familyTab(anna);
  await page.getByLabel("Role of Ben").selectOption("Co-Administrator");
  expect((await ben.client.call(getFamily)).members[1]?.role).toBe("child");
  await button(page, "Save the role of Ben").click();
  await page.getByText("Ben is now Co-Administrator.").first().waitFor();
  await expect.poll(() => isFocused(page.getByLabel("Role of Ben"))).toBe(true);
  await link(other, "Admin Dashboard").waitFor({ timeout: 2_000 });
});

it("a removed member immediately sees nothing of the family, and the request they had taken is open again", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { text: "My TV isn't working." } });
  await ben.client.call(acknowledgeHelpRequest, { params: { id } });
  const senior = await visit("/", rose, phone);
  await heading(senior, "Ben will help.").waitFor();
  const removed = await visit("/", ben, phone);
  await removed.getByText("“My TV isn't working.”").waitFor();

  const page = await familyTab(anna);
  await button(page, "Remove Ben").click();
  const dialog = page.getByRole("dialog", { name: "Remove Ben from the family?" });
  await dialog
    .getByText(
      "Ben will no longer see your family's day or hear when Rose asks for help. Past requests stay.",
    )
    .waitFor();
  await button(page, "Remove Ben").last().click();
  await page.getByText("Ben is no longer in the family").first().waitFor();
  expect(await rowOf(page, "Ben").count()).toBe(0);

  await heading(removed, "You haven't joined a family yet").waitFor({ timeout: 2_000 });
  expect(await removed.getByText("My TV isn't working.").count()).toBe(0);
  expect(await removed.evaluate(() => localStorage["porchlight-session-family"])).toBeUndefined();
  await heading(senior, "Ben will help.").waitFor({ state: "detached", timeout: 2_000 });
  await senior.getByText("“My TV isn't working.”").first().waitFor();
  expect(await senior.getByText("Ben will help").count()).toBe(0);
});

it("Cancel closes the question about removing somebody, and leaves them in the family", async () => {
  const { anna } = await reyesFamily(server());
  const page = await familyTab(anna);
  await button(page, "Remove Ben").click();
  const dialog = page.getByRole("dialog", { name: "Remove Ben from the family?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await rowOf(page, "Ben").waitFor();
  expect((await anna.client.call(getFamily)).members).toHaveLength(3);
});

/** Ben is also in Carla's family. He has opened the family of Rose, who needs help. */
async function benInTwoFamilies() {
  const { anna, ben, rose } = await reyesFamily(server());
  await rose.client.call(askForHelp, { body: { text: "My TV isn't working." } });
  const carla = await signUp(server(), { name: "Carla Lee", role: "grandparent" });
  const inviteCode = await invite(carla, "child", "Ben");
  await ben.client.call(acceptInvitation, { body: { inviteCode } });
  await ben.client.call(openFamily, { body: { familyId: anna.familyId } });
  return { anna, ben, carla };
}

async function seesCarlasFamily(page: Window): Promise<void> {
  await heading(page, "Rose needs help").waitFor({ state: "detached", timeout: 2_000 });
  await link(page, "I Need Help").first().waitFor();
  await link(page, "The Reyes family").waitFor({ state: "detached", timeout: 2_000 });
}

it("somebody removed from one of two families continues in the other, and sees nothing of the first", {
  tags: "extended",
}, async () => {
  const { anna, ben, carla } = await benInTwoFamilies();
  const page = await visit("/", ben, phone);
  await heading(page, "Rose needs help").waitFor();
  await link(page, "The Reyes family").waitFor();
  await anna.client.call(removeMember, { params: { id: ben.id } });
  await seesCarlasFamily(page);
  await carla.client.call(askForHelp, { body: { text: "I can't find something." } });
  await heading(page, "Carla needs help").waitFor();
});

it("somebody removed before all of home's code has loaded sees nothing more of that family", {
  tags: "chromium",
}, async () => {
  const { anna, ben } = await benInTwoFamilies();
  const page = await visitOf(server(), chromium, phone).open("/healthz", ben);
  const live = page.waitForResponse("**/api/live?since=*");
  const [background = ""] = scriptsOf(dist, import.meta.resolve("#web/app/background.ts"));
  await page.route(`**/${background}`, () => {});
  await page.goto(server().url);
  await heading(page, "Rose needs help").waitFor();
  await live;
  // The ended connection is opened again within seconds, and the page then reads everything.
  await page.route("**/api/live*", () => {});
  await anna.client.call(removeMember, { params: { id: ben.id } });
  await seesCarlasFamily(page);
});

it("the last admin reads before the dialog why they can't leave, and hands over as they leave", {
  tags: "extended",
}, async () => {
  const { anna, ben } = await reyesFamily(server());
  const me = await visit("/account", anna, phone);
  await openUnderMore(me, "My family");
  const handOver = button(me, "Hand over and leave");
  await handOver.waitFor();
  await me.getByText("You can't leave while you are the only admin.").waitFor();
  expect(await button(me, "Leave this family").count()).toBe(0);
  const successor = me.getByLabel("Who will look after the family's page?");
  expect(await successor.locator("option").allTextContents()).toEqual(["Ben", "Rose"]);
  await handOver.click();
  const dialog = me.getByRole("dialog", { name: "Leave “The Reyes family”?" });
  await dialog.getByText("Ben becomes Co-Administrator. You will no longer see").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  await button(me, "Leave this family").click();
  await dialog
    .getByText(
      "You will no longer see the family's day or hear when Rose asks for help. You'll need an invitation to come back.",
    )
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "child" } });
  await handOver.click();
  await dialog.getByRole("button", { name: "Hand over and leave" }).click();
  await heading(me, "You haven't joined a family yet").waitFor();
  expect((await ben.client.call(getFamily)).members.map(({ name, role }) => [name, role])).toEqual([
    ["Ben", "admin"],
    ["Rose", "grandparent"],
  ]);
});

it("the last admin cannot be demoted on the screen either", async () => {
  const { anna } = await reyesFamily(server());
  const page = await familyTab(anna);
  await page.getByLabel("Role of Anna Reyes").selectOption("Family member");
  await button(page, "Save the role of Anna Reyes").click();
  await page.getByText(needsAdmin).first().waitFor();
  expect((await anna.client.call(getFamily)).members[0]?.role).toBe("admin");
});

it("a family member reads who can change the settings, with a link home", async () => {
  const { ben } = await reyesFamily(server());
  const page = await visit("/admin/family", ben);
  await page.getByText("The people who look after your family's page can change this.").waitFor();
  await link(page, "Go home").click();
  await link(page, "I Need Help").first().waitFor();
});
