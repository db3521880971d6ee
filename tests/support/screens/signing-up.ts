import type { Page } from "playwright-core";
import { emailedCodeFor, invite, newPhoneNumber, reyesFamily, signUp } from "../people.ts";
import { button, heading, phoneField, provePhoneOnScreen } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

async function textedCode({ open }: Visit): Promise<Page> {
  const page = await open("/?signup");
  await phoneField(page).fill(newPhoneNumber());
  await button(page, "Text me a code").click();
  await heading(page, "What is the code we sent you?").waitFor();
  return page;
}

async function profile({ server, open }: Visit): Promise<Page> {
  const page = await open("/?signup");
  await provePhoneOnScreen(server, page);
  await heading(page, "Who are you?").waitFor();
  return page;
}

async function profileByEmail({ server, open }: Visit): Promise<Page> {
  const page = await open("/?signup");
  const email = `rose${newPhoneNumber()}@example.com`;
  await button(page, "Use my e-mail instead").click();
  await page.getByLabel("E-mail address").fill(email);
  await button(page, "E-mail me a code").click();
  await heading(page, "What is the code we sent you?").waitFor();
  await page.getByLabel("Verification code").pressSequentially(emailedCodeFor(server, email));
  await button(page, "Check my code").click();
  await page.getByLabel("Phone number (optional)").waitFor();
  return page;
}

async function invited({ server, open }: Visit): Promise<Page> {
  const page = await open(`/invite?code=${await invite(await signUp(server), "grandparent")}`);
  await heading(page, "You've Been Invited!").waitFor();
  return page;
}

async function soughtFamily({ open }: Visit): Promise<Page> {
  const page = await open("/find");
  await page.getByLabel("Phone number or e-mail address").fill(newPhoneNumber());
  await button(page, "Send me a link").click();
  await page.getByText("a link is on its way").waitFor();
  return page;
}

export const signupScreens: readonly Screen[] = [
  { name: "find your family", show: ({ open }) => open("/find") },
  { name: "a link that may be on its way", show: soughtFamily },
  {
    name: "the link that signs somebody in",
    show: ({ open }) => open(`/sign-in/link?to=link-${"a".repeat(22)}`),
  },
  { name: "signup, phone", show: ({ open }) => open("/?signup") },
  {
    name: "signup, phone that is too short",
    async show({ open }) {
      const page = await open("/?signup");
      await phoneField(page).fill("614");
      await button(page, "Text me a code").click();
      await page.getByText("Phone number must be at least 10 digits").waitFor();
      return page;
    },
  },
  { name: "signup, code", show: textedCode },
  {
    name: "signup, wrong code",
    async show(visit) {
      const page = await textedCode(visit);
      await page.getByLabel("Verification code").pressSequentially("000000");
      await button(page, "Check my code").click();
      await page.getByText("That code isn't right").first().waitFor();
      return page;
    },
  },
  {
    name: "signup, e-mail that is no address",
    async show({ open }) {
      const page = await open("/?signup");
      await button(page, "Use my e-mail instead").click();
      await page.getByLabel("E-mail address").fill("rose");
      await button(page, "E-mail me a code").click();
      await page.getByText("Please enter a valid email address").waitFor();
      return page;
    },
  },
  { name: "signup, profile of somebody who signs up by e-mail", show: profileByEmail },
  {
    name: "sign in with a wrong code from the family",
    async show({ open }) {
      const page = await open("/sign-in");
      await page.getByLabel("Code from your family").fill("7K4M 9QXT");
      await button(page, "Sign in on this device").click();
      await page.getByText("That code doesn't work or has expired.").first().waitFor();
      return page;
    },
  },
  {
    name: "sign in with a code, while somebody is signed in",
    async show({ server, open }) {
      const page = await open("/sign-in", await signUp(server));
      await page.getByText("Someone is signed in on this device.").waitFor();
      return page;
    },
  },
  { name: "signup, profile", show: profile },
  {
    name: "signup, profile without a name and a role",
    async show(visit) {
      const page = await profile(visit);
      await button(page, "Create my account").click();
      await page.getByText("Two things need your attention").waitFor();
      return page;
    },
  },
];

export const inviteScreens: readonly Screen[] = [
  { name: "invite", show: invited },
  {
    name: "invite, signed in",
    async show({ server, open }) {
      const inviteCode = await invite(await signUp(server), "grandparent");
      const page = await open(`/invite?code=${inviteCode}`, await signUp(server, { name: "Rose" }));
      await button(page, "Join").waitFor();
      return page;
    },
  },
  {
    name: "invite, already in the family",
    async show({ server, open }) {
      const { anna, ben } = await reyesFamily(server);
      const page = await open(`/invite?code=${await invite(anna, "child")}`, ben);
      await page.getByText("You're already in this family.").waitFor();
      return page;
    },
  },
  { name: "invite without a code", show: ({ open }) => open("/invite") },
  {
    name: "invite, unknown code",
    async show({ open }) {
      const page = await open("/invite?code=unknown");
      await page.getByText("Invitation not found or has expired").waitFor();
      return page;
    },
  },
];
