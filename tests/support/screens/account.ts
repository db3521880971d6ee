// "Me" for different people.
import { changePassword, removeEmail } from "#contract/accounts/accounts.ts";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { chooseCategories, makeCalendarAddress } from "#contract/calendar/published.ts";
import { addEmail } from "../channels.ts";
import { unreachable } from "../network-failures.ts";
import { forgetProof, join, signUp } from "../people.ts";
import { photoBytes } from "../photos.ts";
import { arriveByGoogle } from "../sign-in/google.ts";
import { addPasskeyRow } from "../sign-in/passkeys.ts";
import { goToLocalhost } from "../sign-in/virtual-authenticator.ts";
import { button, choosePhoto, heading, openUnderMore } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

export const accountScreens: readonly Screen[] = [
  { name: "Me, signed out", show: ({ open }) => open("/account") },
  {
    name: "Me",
    async show({ server, open }) {
      const page = await open("/account", await join(server, await signUp(server), "grandparent", "Rose"));
      await openUnderMore(page, "Where I am signed in");
      await heading(page, "Reminders").click();
      await button(page, "Save my reminders").waitFor();
      return page;
    },
  },
  {
    name: "Me, of a helper",
    async show({ server, open }) {
      const page = await open("/account", await signUp(server));
      await page.getByLabel("Remind me before an event").check();
      return page;
    },
  },
  {
    name: "Me, with a photo to crop",
    async show({ server, open }) {
      const page = await open("/account", await signUp(server));
      await heading(page, /^My picture/).click();
      await choosePhoto(page, await photoBytes({ width: 400, height: 300 }));
      await button(page, "Move or enlarge").click();
      await button(page, "Looks good").waitFor();
      return page;
    },
  },
  {
    name: "Me, with a calendar address and no category chosen",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(makeCalendarAddress);
      await anna.client.call(chooseCategories, { body: { categories: ["family"] } });
      const page = await open("/account", anna);
      await openUnderMore(page, "My calendar app");
      await page.getByLabel("Family events").click();
      await page.getByText("Please keep at least one.").waitFor();
      return page;
    },
  },
  {
    name: "Me, about to be deleted",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(requestAccountDeletion);
      const page = await open("/account", anna);
      await button(page, "Keep my account").waitFor();
      return page;
    },
  },
  {
    name: "Me, signed in with Google",
    async show({ server, open }) {
      const page = await open("/account", await arriveByGoogle(server, { account: "sandbox-anna" }));
      await openUnderMore(page, "My phone");
      await page.getByText("You haven't added a phone number yet.").waitFor();
      return page;
    },
  },
];

// The screens on which passkeys are offered and listed.

export const passkeyScreens: readonly Screen[] = [
  {
    name: "Me, with a passkey, and a second one that could not be added",
    async show({ server, open }) {
      const anna = await signUp(server);
      await addPasskeyRow(server, anna);
      const page = await open("/healthz");
      await page.route("**/api/account/passkeys/options", unreachable);
      await goToLocalhost(page, server, "/account", anna);
      await openUnderMore(page, "Passkeys");
      await button(page, "Add a passkey").click();
      await page.getByText("No passkey was added").first().waitFor();
      return page;
    },
  },
  {
    name: "signup, with a passkey that was not used",
    async show({ server, open }) {
      const page = await open("/healthz");
      await page.route("**/api/auth/passkey/options", unreachable);
      await goToLocalhost(page, server, "/?signup");
      await button(page, "Sign in with a passkey").click();
      await page.getByText("We could not reach Porchlight.").first().waitFor();
      return page;
    },
  },
];

// The request for a fresh proof, and the page that undoes a change.

async function changeIn({ server, open }: Visit) {
  const anna = await signUp(server);
  await addEmail(server, anna);
  await anna.client.call(removeEmail);
  const text = server.outbox.findLast(({ to }) => to === anna.phoneNumber)?.text ?? "";
  const page = await open(text.match(/\/account\/undo\S+/)?.[0] ?? "");
  await button(page, "Undo this change").waitFor();
  return page;
}

export const proofScreens: readonly Screen[] = [
  {
    name: "Me, asked for a code or the password",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(changePassword, { body: { password: "a kettle on the stove" } });
      const page = await open("/account", anna);
      await openUnderMore(page, "My e-mail");
      await forgetProof(server, anna);
      await page.getByLabel("My e-mail address").fill("anna@example.com");
      await button(page, "Send me the e-mail").click();
      await button(page, "Text me a code").click();
      await page.getByLabel("Verification code").waitFor();
      return page;
    },
  },
  { name: "a change that can be undone", show: changeIn },
  {
    name: "a change that was undone",
    async show(visit) {
      const page = await changeIn(visit);
      await button(page, "Undo this change").click();
      await heading(page, "The change is undone.").waitFor();
      return page;
    },
  },
];
