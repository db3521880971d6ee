// Invitations are delivered, renewed and printed, and take a grandparent little effort.
// @module-tag extended
import type { Locator, Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import { badGateway, hold } from "#tests/support/network-failures.ts";
import {
  codeFor,
  expireInvitations,
  invite,
  newPhoneNumber,
  type Person,
  signUp,
} from "#tests/support/people.ts";
import { matrixOf, readQrCode } from "#tests/support/qr-code.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, isFocused, link, phoneField } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const phone = { width: widths.phone };

let lastRecipient = 0;
async function invited(inviter: Person, change: object = {}) {
  const email = `rose${++lastRecipient}@example.com`;
  const rose = { name: "Rose", email, role: "grandparent", familyId: inviter.familyId };
  return inviter.client.call(createInvitation, { body: { ...rose, ...change } });
}

const linkOf = (inviteCode: string) => `${server().url}/invite?code=${inviteCode}`;
/** The configured public URL of a test server differs from the one its browser uses. */
const here = (text: string) => `${server().url}${text.match(/\/invite\?code=[\w-]{22}/)?.[0]}`;

async function panelOf(anna: Person): Promise<Page> {
  const panel = await visitOf(server(), windows).open("/admin/co-admins", anna);
  await heading(panel, "Pending Invitations").waitFor();
  return panel;
}

async function create(panel: Page, email: string, phoneNumber = "") {
  await panel.getByLabel("Person's Name").fill("Rose");
  await panel.getByLabel("Email").fill(email);
  await panel.getByLabel("Phone Number (Optional)").fill(phoneNumber);
  await panel.getByLabel(/Grandparent:/).check();
  await button(panel, "Generate Invite Link").click();
  await heading(panel, "Invitation Created!").waitFor();
}

it("the person who invites reads what was sent over which channel, and both messages open the invitation", async () => {
  const panel = await panelOf(await signUp(server(), { name: "Anna Reyes" }));
  const phoneNumber = newPhoneNumber();
  await create(panel, "rose@example.com", phoneNumber);
  await panel.getByText("We e-mailed it to rose@example.com.").waitFor();
  await panel.getByText(/^We texted it to \(614\) 555-\d{4}\.$/).waitFor();
  await panel.getByText("Sent by e-mail and text").waitFor();

  const email = server().mailbox.findLast(({ to }) => to === "rose@example.com");
  const text = server().outbox.findLast(({ to }) => to === phoneNumber);
  for (const words of [email?.text, text?.text]) {
    const rose = await windows.open(here(words ?? ""), phone);
    await heading(rose, "You've Been Invited!").waitFor();
  }
});

it("somebody without e-mail is invited by phone, and the page scrolls to the created invitation", async () => {
  const panel = await visitOf(server(), windows, phone).open("/admin/co-admins", await signUp(server()));
  await panel.getByLabel(/Grandparent:/).check();
  await panel.getByLabel("Person's Name").fill("Rose");
  await panel.getByLabel("They have no e-mail").check();
  expect(await panel.getByLabel("Email").count()).toBe(0);
  await button(panel, "Generate Invite Link").click();
  await panel.getByText("Phone number must be at least 10 digits").waitFor();
  await panel.getByLabel("Phone Number", { exact: true }).fill("(614) 555-0179");
  await button(panel, "Generate Invite Link").click();
  const title = heading(panel, "Invitation Created!");
  await title.waitFor();
  await expect.poll(() => isFocused(title)).toBe(true);
  const top = await title.evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(300);
  await panel.getByText("We texted it to (614) 555-0179.").waitFor();
  await panel.getByText("No e-mail", { exact: true }).waitFor();
  expect(await panel.getByText("The e-mail could not be sent.").count()).toBe(0);
});

it("somebody with no phone and no e-mail scans a square, or types a link, and joins without a code", async () => {
  const panel = await visitOf(server(), windows, phone).open("/admin/co-admins", await signUp(server()));
  await panel.getByLabel(/Grandparent:/).check();
  await panel.getByLabel("Person's Name").fill("Rose");
  await panel.getByLabel("No phone, no e-mail").check();
  expect(await panel.getByLabel("Email").count()).toBe(0);
  expect(await panel.getByLabel(/^Phone Number/).count()).toBe(0);
  await button(panel, "Generate Invite Link").click();
  await heading(panel, "Invitation Created!").waitFor();
  const link = readQrCode(await matrixOf(panel, /opens the invitation/));
  const typed = panel.getByText(/\/invite\?code=[\w-]{22}$/);
  expect(`http://${await typed.textContent()}`).toBe(link);

  const rose = await windows.open(link, { width: widths.tablet });
  await button(rose, "Join with this link").click();
  await button(rose, "Create my account").click();
  await heading(rose, /Good (morning|afternoon|evening), Rose/).waitFor();
});

it("an invitation that somebody is typing stays when their own details can't be read again", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const panel = await visitOf(server(), windows).open("/healthz", anna);
  const live = panel.waitForResponse("**/api/live");
  await panel.goto(`${server().url}/admin/co-admins`);
  await panel.getByLabel("Person's Name").fill("Rose");
  await live;
  await panel.route("**/api/auth/status", badGateway);
  const failed = panel.waitForResponse("**/api/auth/status");
  await anna.client.call(changeNames, { body: { username: "Annie Reyes", grandparentNames: null } });
  await failed;
  await panel.getByLabel("Email").fill("rose@example.com");
  expect(await panel.getByLabel("Person's Name").inputValue()).toBe("Rose");
  await panel.getByLabel(/Grandparent:/).check();
  await button(panel, "Generate Invite Link").click();
  await heading(panel, "Invitation Created!").waitFor();
});

it("a failed delivery is explained plainly, with the link to send by hand", async () => {
  const panel = await panelOf(await signUp(server(), { name: "Anna Reyes" }));
  vi.spyOn(server().world.senders, "email").mockRejectedValueOnce(new Error("down"));
  await create(panel, "rose@example.org");
  await panel.getByText("The e-mail could not be sent.").waitFor();
  await panel.getByText("Please send the link yourself.").waitFor();
  await panel.getByText("Not sent", { exact: true }).waitFor();
  await panel.getByText(/\/invite\?code=/).waitFor();
});

it("“Share Link” opens the device's own share sheet where there is one", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { inviteCode } = await invited(anna);
  const panel = await panelOf(anna);
  await panel.evaluate(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) });
  });
  await button(panel, "Share Link for Rose").click();
  const shared = await panel.evaluate(() => ("shared" in window ? window.shared : undefined));
  expect(shared).toEqual([
    {
      title: "Porchlight",
      text: "Rose, please join our family on Porchlight.",
      url: linkOf(inviteCode),
    },
  ]);
});

it("a new link can be requested from an expired one, and one tap in the panel renews it", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { inviteCode } = await invited(anna);
  await expireInvitations(server(), anna);
  const panel = await panelOf(anna);
  await panel.getByText("Expired", { exact: true }).waitFor();
  expect(await button(panel, "Share Link").count()).toBe(0);
  expect(await panel.getByText("Pending", { exact: true }).count()).toBe(0);

  const rose = await windows.open(linkOf(inviteCode), phone);
  await rose.getByText("Please ask Anna Reyes for a new link.").waitFor();
  await button(rose, "Ask Anna Reyes to renew it").click();
  await rose.getByText("We asked Anna Reyes to renew it.").waitFor();
  expect(server().outbox.at(-1)).toMatchObject({ to: anna.phoneNumber });

  await panel.getByText("The link for Rose has expired.").waitFor({ timeout: 2_000 });
  await panel.getByText("Someone opened it and is asking you to renew it.").waitFor();
  await button(panel, "Renew the invitation for Rose").first().click();
  await panel.getByText("Pending", { exact: true }).waitFor();
  expect(await panel.getByText("The link for Rose has expired.").count()).toBe(0);
  await rose.reload();
  await heading(rose, "You've Been Invited!").waitFor();
});

it("somebody who may invite can renew an expired link on the invite page, even while another family is open", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { inviteCode } = await invited(anna);
  await expireInvitations(server(), anna);
  const carla = await signUp(server(), { name: "Carla Lee" });
  await anna.client.call(acceptInvitation, { body: { inviteCode: await invite(carla, "child", "Anna") } });
  const stranger = await visitOf(server(), windows, phone).open(`/invite?code=${inviteCode}`, carla);
  await button(stranger, "Ask Anna Reyes to renew it").waitFor();

  const page = await visitOf(server(), windows, phone).open(`/invite?code=${inviteCode}`, anna);
  await heading(page, "The invitation for Rose has expired").waitFor();
  await button(page, "Renew this invitation").click();
  await heading(page, "The invitation for Rose works again").waitFor();
  await page.getByText(/^We e-mailed it to rose\d+@example\.com\.$/).waitFor();
  const rose = await windows.open(linkOf(inviteCode), phone);
  await heading(rose, "You've Been Invited!").waitFor();
});

it("a printed invitation has a QR code, three steps, and who to call, on one sheet", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const panel = await panelOf(anna);
  await create(panel, "rose@example.net", newPhoneNumber());
  await link(panel, "Print for the fridge").first().click();
  await heading(panel, "Rose, you are invited!").waitFor();
  await panel.getByText("Anna Reyes would like you to join “The Reyes family” on Porchlight.").waitFor();
  const sheet = panel.getByRole("article");
  expect(await sheet.getByRole("listitem").allTextContents()).toEqual([
    "Open your phone's camera.",
    "Point it at the square. Tap the link that shows up.",
    "Tap “Yes, text me a code”. Then type in that code.",
  ]);
  await panel.getByText(/^Not working\? Call Anna Reyes: \(614\) 555-\d{4}$/).waitFor();
  const address = await panel.getByText(/^127\.0\.0\.1:\d+\/invite\?code=/).textContent();
  expect(readQrCode(await matrixOf(panel, /opens the invitation/))).toBe(`http://${address}`);
  for (const format of ["A4", "Letter"]) {
    const printed = (await panel.pdf({ format })).toString("latin1");
    expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
});

it("an expired invitation cannot be printed", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { id } = await invited(anna);
  await expireInvitations(server(), anna);
  const path = `/admin/co-admins/${id}/print`;
  expect((await fetch(server().url + path)).status).toBe(200);
  const page = await visitOf(server(), windows).open(path, anna);
  await heading(page, "There is nothing to print").waitFor();
});

it("the page to print an invitation says that it is loading until it knows the person, and then the family", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { id } = await invited(anna);
  const page = await visitOf(server(), windows).open("/healthz", anna);
  const releasePerson = await hold(page, "**/api/auth/status");
  const releaseFamily = await hold(page, "**/api/family");
  await page.goto(`${server().url}/admin/co-admins/${id}/print`);
  const loading = page.getByText("Loading the invitation");
  await loading.waitFor();
  const invitations = page.waitForResponse("**/api/invitations/family/*");
  releasePerson();
  await invitations;
  await loading.waitFor();
  releaseFamily();
  await heading(page, "Rose, you are invited!").waitFor();
});

/** Counts the taps and keystrokes that joining a family takes. */
class InputCount {
  taps = 0;
  characters = 0;

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    this.characters += text.length;
    await field.pressSequentially(text);
  }
}

const codeField = (page: Page) => page.getByLabel("Verification code");
const isIn = (page: Page) => heading(page, /Good (morning|afternoon|evening)/).waitFor();

it("a grandparent confirms the number instead of typing it: 4 taps and 6 digits instead of 5 and 16", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const before = new InputCount();
  const unknown = await windows.open(linkOf((await invited(anna)).inviteCode), phone);
  const typed = newPhoneNumber();
  await before.type(phoneField(unknown), typed.slice(2));
  await before.tap(button(unknown, "Text me a code"));
  await codeField(unknown).waitFor();
  await before.type(codeField(unknown), codeFor(server(), typed));
  await before.tap(button(unknown, "Check my code"));
  await before.tap(button(unknown, "Create my account"));
  await isIn(unknown);

  const after = new InputCount();
  const phoneNumber = newPhoneNumber();
  const known = await windows.open(linkOf((await invited(anna, { phoneNumber })).inviteCode), phone);
  await heading(known, `Does your phone number end in ${phoneNumber.slice(-2)}?`).waitFor();
  await after.tap(button(known, "Yes, text me a code"));
  await known.getByText(`6-digit code, sent to the number ending in ${phoneNumber.slice(-2)}`).waitFor();
  await after.type(codeField(known), codeFor(server(), phoneNumber));
  await after.tap(button(known, "Check my code"));
  await after.tap(button(known, "Create my account"));
  await isIn(known);

  expect([before.taps, before.characters]).toEqual([5, 16]);
  expect([after.taps, after.characters]).toEqual([4, 6]);
});

it("where the phone suggests the code it takes 3 taps and no typing", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const phoneNumber = newPhoneNumber();
  const input = new InputCount();
  const rose = await windows.open(linkOf((await invited(anna, { phoneNumber })).inviteCode), phone);
  await input.tap(button(rose, "Yes, text me a code"));
  await codeField(rose).waitFor();
  // The suggestion above the phone's keyboard fills in the whole code.
  input.taps += 1;
  await codeField(rose).fill(codeFor(server(), phoneNumber));
  await input.tap(button(rose, "Create my account"));
  await isIn(rose);
  expect([input.taps, input.characters]).toEqual([3, 0]);
  expect(await rose.evaluate(() => localStorage.userRole)).toBe("grandparent");
});

it("somebody with another number can use that one, even after a code was sent to the invited one", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const phoneNumber = newPhoneNumber();
  const rose = await windows.open(linkOf((await invited(anna, { phoneNumber })).inviteCode), phone);
  await button(rose, "Yes, text me a code").click();
  await codeField(rose).waitFor();
  await rose.reload();
  await rose.getByText(`6-digit code, sent to the number ending in ${phoneNumber.slice(-2)}`).waitFor();
  await link(rose, "Use a different number").click();
  const own = newPhoneNumber();
  await phoneField(rose).fill(own);
  await button(rose, "Text me a code").click();
  await rose.getByText("6-digit code, sent to").waitFor();
  await codeField(rose).fill(codeFor(server(), own));
  await button(rose, "Create my account").click();
  await isIn(rose);
});
