// Somebody who runs the server looks after it on their page.
// @module-tag extended
import { expect, it } from "vitest";
import { getFamily } from "#contract/families.ts";
import { familyEvents } from "#server/family-events.ts";
import { commandFor } from "#server/features/operator/commands.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { failedInvitation, refusal } from "#tests/support/failed-messages.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const visit = () => visitOf(server(), windows);

it("Anna, who runs the server, sends a message again, signs Ben out, removes a family, keeps it, and closes sign-up", async () => {
  const { anna, ben } = await reyesFamily(server());
  const bens = await visit().open("/", ben);
  await link(bens, "Me").first().waitFor();
  const page = await visit().open("/operator", anna);
  await heading(page, "404 Page Not Found").waitFor();

  await commandFor(["make-operator", String(anna.id)])(server().world, familyEvents);
  await page.goto(`${server().url}/account`);
  await heading(page, "More").click();
  await link(page, "Look after this server").click();
  const tab = (name: string) => page.getByRole("link", { name, exact: true });
  const families = page.getByRole("table", { name: "Families" });
  await button(page, "Remove The Reyes family").waitFor();

  const { email } = await failedInvitation(server(), anna);
  await tab("Messages").click();
  await page.getByText(refusal).waitFor();
  const sent = server().mailbox.length;
  await button(page, "Send again").click();
  await page.getByText("No message was given up.").waitFor();
  await sendMessages(server().world);
  expect(server().mailbox.slice(sent)).toMatchObject([{ to: email }]);

  await tab("People").click();
  await page.getByLabel("Find somebody").fill("ben");
  await button(page, "Search").click();
  await button(page, "Sign out Ben").click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expectToast(page, "Ben is signed out everywhere");
  await link(bens, "Get Started").first().waitFor();

  await tab("Families").click();
  await button(page, "Limit of The Reyes family").click();
  await page.getByLabel("Megabytes of pictures and voice messages").fill("8,000");
  await button(page, "Save the limit").click();
  await families.getByText("of 8,000 MB").waitFor();
  await button(page, "Remove The Reyes family").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await button(page, "Keep The Reyes family").click();
  await button(page, "Remove The Reyes family").waitFor();
  expect((await anna.client.call(getFamily)).deletion).toBeNull();

  const stranger = await visit().open("/?signup");
  await page.goto(`${server().url}/operator/settings`);
  await page.getByText("Nobody", { exact: true }).click();
  await button(page, "Save who can make one").click();
  await page.getByText("This was chosen here.").waitFor();
  await stranger.reload();
  await stranger.getByText("This Porchlight takes no new people right now").first().waitFor();
  await button(page, "Go back to “Everybody”").click();
  await page.getByText("This is the server's own setting, SIGN_UP.").waitFor();
});
