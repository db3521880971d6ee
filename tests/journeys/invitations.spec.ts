// An invitation ends when it is accepted, declined, used twice, or expired.
import { expect, it } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { invite, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, glimpse, heading, joinOnScreen, link, signUpOnScreen } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const phone = { width: widths.phone };
const aWeek = 7 * dayMs;

const linkOf = (inviteCode: string) => `${server().url}/invite?code=${inviteCode}`;

it("somebody who declines goes home, and the inviter sees it at once", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const { open } = visitOf(server(), windows);
  const panel = await open("/admin/co-admins", anna);
  await panel.getByText("Pending", { exact: true }).waitFor();

  const rose = await windows.open(linkOf(inviteCode), phone);
  await button(rose, "Decline").click();
  await rose.getByText("Invitation declined", { exact: true }).waitFor();
  await link(rose, "Get Started").first().waitFor();
  expect(rose.url()).toBe(`${server().url}/`);
  await panel.getByText("Declined", { exact: true }).waitFor({ timeout: 2_000 });
});

it("a link that was copied with the end of its sentence leads through the whole signup", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const rose = await windows.open(`${linkOf(inviteCode)}).%E2%80%8B`, phone);
  await heading(rose, "You've Been Invited!").waitFor();
  await joinOnScreen(server(), rose, "Rose");
});

it("a link admits one person; the next one reads that it was used, with a link to sign in", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const rose = await windows.open(linkOf(inviteCode), phone);
  await heading(rose, "You've Been Invited!").waitFor();
  const late = await windows.open(linkOf(inviteCode), phone);
  await heading(late, "You've Been Invited!").waitFor();
  await joinOnScreen(server(), rose, "Rose");

  await button(late, "Decline").click();
  await late.getByText("Failed to decline invitation", { exact: true }).waitFor();
  await late.reload();
  await heading(late, "Invitation Error").waitFor();
  await late.getByText("This invitation has already been used").waitFor();
  await link(late, "Sign in with a code").click();
  await heading(late, "What is your phone number?").waitFor();
});

it("lets a signed-in person join with one button, and recognizes an existing member", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "child", "Ben");
  const ben = await windows.open(server().url);
  await signUpOnScreen(server(), ben, "Ben");
  await ben.goto(linkOf(inviteCode));
  await button(ben, "Join").click();
  await glimpse(heading(ben, "Welcome to Porchlight, Ben!"));
  await ben.waitForURL(`${server().url}/`);
  const another = await invite(anna, "child", "Bea");
  await ben.goto(linkOf(another));
  await ben.getByText("You're already in this family.").waitFor();
  expect(await button(ben, "Decline").count()).toBe(0);
});

it("has a message for a link without a code, and for an unknown code", async () => {
  const rose = await windows.open(`${server().url}/invite`, phone);
  await rose.getByText("No invitation code provided").waitFor();
  await rose.goto(linkOf("unknown"));
  await rose.getByText("Invitation not found or has expired").waitFor();
});

it("completes the signup even if the invitation is no longer valid by then", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const rose = await windows.open(linkOf(inviteCode), phone);
  await rose.route("**/api/invitations/accept", (route) =>
    route.fulfill({
      status: 410,
      json: { message: "This invitation has already been used", code: "gone" },
    }),
  );
  const joining = joinOnScreen(server(), rose, "Rose").catch(() => undefined);
  await glimpse(rose.getByText("Invitation acceptance failed").first());
  await glimpse(rose.getByText("You're signed in, but you haven't joined the family."));
  await rose.getByText("Signup complete").first().waitFor();
  expect(await rose.evaluate(() => localStorage.token)).toBeTruthy();
  await rose.context().close();
  await joining;
});

it("an expired link says that it has expired, and who to ask for a new one", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  server().clock.advance(aWeek);
  const rose = await windows.open(linkOf(inviteCode), phone);
  await heading(rose, "Invitation Error").waitFor();
  await rose.getByText("Invitation not found or has expired").waitFor();
  await rose.getByText("Please ask Anna Reyes for a new link.").waitFor();
  await link(rose, "Return to Home").click();
  await link(rose, "Get Started").first().waitFor();
});
