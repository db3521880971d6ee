// An invitation ends when it is accepted, declined, used twice, or expired.
import { expect, it } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { deleteInvitation, listInvitations } from "#contract/invitations.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { invite, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, glimpse, heading, joinOnScreen, link, signUpOnScreen } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const phone = { width: widths.phone };
const aWeek = 7 * dayMs;

const linkOf = (inviteCode: string) => `${server().url}/invite?code=${inviteCode}`;

it("somebody who declines is asked once and goes home, and the inviter sees it and can invite again", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const { open } = visitOf(server(), windows);
  const panel = await open("/admin/co-admins", anna);
  await panel.getByText("Pending", { exact: true }).waitFor();

  const rose = await windows.open(linkOf(inviteCode), phone);
  await button(rose, "Decline").click();
  await heading(rose, "Decline this invitation?").waitFor();
  await rose.getByText("Anna Reyes will see your answer, and the link stops working.").waitFor();
  await button(rose, "Cancel").click();
  await button(rose, "Decline").click();
  await button(rose, "Yes, decline").click();
  await rose.getByText("Invitation declined", { exact: true }).waitFor();
  await link(rose, "Get Started").first().waitFor();
  await rose.waitForURL(`${server().url}/`);
  await panel.getByText("Declined", { exact: true }).waitFor({ timeout: 2_000 });

  await rose.goto(linkOf(inviteCode));
  await rose.getByText("This invitation has already been used").waitFor();
  await rose.getByText("Somebody declined it. To join after all, ask Anna Reyes to send it again.").waitFor();
  await button(panel, /Invite again/).click();
  await panel.getByText("Pending", { exact: true }).waitFor();
  await rose.reload();
  await heading(rose, "You've Been Invited!").waitFor();
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
  await button(late, "Yes, decline").click();
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

it("takes a pasted link where there is no code, and has a message for an unknown code", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const rose = await windows.open(`${server().url}/invite`, phone);
  await rose.getByText("No invitation code provided").waitFor();
  await button(rose, "Open my invitation").click();
  await rose.getByText("Please enter the link or the code from your invitation").waitFor();
  await rose.getByLabel("Link or code").fill(`Here it is: ${linkOf(inviteCode)} .`);
  await button(rose, "Open my invitation").click();
  await heading(rose, "You've Been Invited!").waitFor();
  expect(await link(rose, "Sign in").first().getAttribute("href")).toBe("/?signup");
  await rose.goto(linkOf("unknown"));
  await rose.getByText("Invitation not found or has expired").waitFor();
});

it("an invitation that is canceled on the way leaves an own family, and a line that says whom to ask", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const rose = await windows.open(linkOf(inviteCode), phone);
  await heading(rose, "You've Been Invited!").waitFor();
  const [{ id } = { id: 0 }] = await anna.client.call(listInvitations, {
    params: { familyId: String(anna.familyId) },
  });
  await anna.client.call(deleteInvitation, { params: { id: String(id) } });
  const joining = joinOnScreen(server(), rose, "Rose Stone");
  await glimpse(rose.getByText("Invitation acceptance failed").first());
  await glimpse(rose.getByText("Invitation not found or has expired").first());
  await joining;
  await rose.getByText("You haven't joined the Reyes family yet").waitFor();
  await rose.getByText("Your invitation no longer works. Please ask Anna Reyes for a new link.").waitFor();
  expect(await rose.evaluate(() => localStorage.userRole)).toBe("grandparent");
  await rose.reload();
  await button(rose, "OK").click();
  expect(await rose.getByText("You haven't joined the Reyes family yet").count()).toBe(0);
});

it("completes the signup even if the invitation is no longer valid by then", {
  tags: "chromium",
}, async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const rose = await chromium.open(linkOf(inviteCode), phone);
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
  // The family of their own is there, so nobody has to set one up.
  await rose.getByText("Please ask Anna Reyes for a new link.").waitFor();
  await heading(rose, /Good (morning|afternoon|evening)/).waitFor();
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
