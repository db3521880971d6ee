// Joining with only an invitation link, on a server that can send the invited person no code.
import { expect, it } from "vitest";
import { createInvitation } from "#contract/invitations.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, glimpse, heading, link } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const smtp = { SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Porchlight <hello@porchlight.example>" };
const server = useServer({ dist, env: smtp });
const windows = useEngineWindows();

it("Rose has no e-mail, and joins with the link that Anna printed for her, which works once", async () => {
  const anna = await signUp(server());
  const body = { name: "Rose", email: null, phoneNumber: "+16145550177", role: "grandparent" } as const;
  const { id, inviteCode } = await anna.client.call(createInvitation, {
    body: { ...body, familyId: anna.familyId },
  });
  const sheet = await visitOf(server(), windows).open(`/admin/co-admins/${id}/print`, anna);
  await sheet.getByText("Tap “Join with this link”. Then type in your name.").waitFor();

  const address = `${server().url}/invite?code=${inviteCode}`;
  const rose = await windows.open(address, { width: widths.tablet });
  await rose.getByText("Anna Reyes gave you this link, so you don't need a code.").waitFor();
  await rose.getByText("Step 1 of 2").waitFor();
  await button(rose, "Use my e-mail instead").click();
  await heading(rose, "What is your e-mail address?").waitFor();
  await button(rose, "Join with the link instead").click();
  await button(rose, "Join with this link").click();
  await heading(rose, "Who are you?").waitFor();
  await rose.reload();
  await rose.getByText("Step 2 of 2").waitFor();
  await rose.getByText("To sign in again later, ask your family for a code.").waitFor();
  expect(await rose.getByText("Phone verified").count()).toBe(0);
  await rose.getByText("Your family calls the number ending in 77. Is yours different?").waitFor();
  await link(rose, "Back").click();
  await button(rose, "Join with this link").click();
  await rose.getByLabel("Your name").fill("Grandma Rose");
  await button(rose, "Create my account").click();
  await glimpse(rose.getByText("You've successfully joined the family."));
  await heading(rose, /Good (morning|afternoon|evening)/).waitFor();
  expect(await rose.evaluate(() => localStorage.userRole)).toBe("grandparent");

  const second = await windows.open(address, { width: widths.phone });
  await second.getByText("This invitation has already been used").waitFor();
});
