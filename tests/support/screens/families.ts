import { dayMs } from "#contract/durations.ts";
import { changeRole, leaveFamily } from "#contract/families.ts";
import { requestFamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { sendMessages } from "../due-work.ts";
import { plan } from "../events.ts";
import { exportOf } from "../family-file.ts";
import { invite, reyesFamily, signUp } from "../people.ts";
import type { TestServer } from "../server.ts";
import { button, heading, link } from "../steps.ts";
import { home } from "./home.ts";
import type { Screen, Visit } from "./visit.ts";

/** The family is about to be deleted. Returns the path of Rose's link, which keeps the family. */
export async function endingFamily(server: TestServer) {
  const family = await reyesFamily(server);
  await family.anna.client.call(requestFamilyDeletion);
  await sendMessages(server.world);
  const { text = "" } = server.outbox.findLast(({ to }) => to === family.rose.phoneNumber) ?? {};
  return { ...family, link: /\/family\/keep\S+/.exec(text)?.[0] ?? "" };
}

async function familyTab({ server, open }: Visit) {
  const { anna, ben } = await reyesFamily(server);
  await server.database.kysely
    .updateTable("sessions")
    .set({ last_used_at: new Date(server.clock.now().getTime() - dayMs) })
    .where("person_id", "=", ben.id)
    .execute();
  const page = await open("/admin/family", anna);
  await button(page, "Remove Rose").waitFor();
  await page.getByText("Yesterday", { exact: true }).waitFor();
  await heading(page, "My family").waitFor();
  await page.getByLabel("The weekly question").waitFor();
  await heading(page, "Activity").waitFor();
  return page;
}

/** A family from somebody else's server is imported here, where Nora has just signed up. */
export async function importedFamily({ server, open }: Visit) {
  const { anna } = await reyesFamily(server);
  await plan(anna);
  const buffer = await exportOf(anna);
  const nora = await signUp(server, { name: "Nora Nash" });
  const page = await open("/admin/family", nora);
  await link(page, "Move a family to this server").click();
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "family.zip", mimeType: "application/zip", buffer });
  await button(page, "Move the family").click();
  await heading(page, "“The Reyes family” is here").waitFor();
  return page;
}

export const familyScreens: readonly Screen[] = [
  {
    name: "a grandparent who invites the family",
    async show({ server, open }) {
      const rose = await signUp(server, { name: "Rose", role: "grandparent" });
      const page = await open("/family/invite", rose);
      await page.getByText("No pending invitations found.").waitFor();
      await button(page, "Generate Invite Link").click();
      await page.getByText("Three things need your attention").waitFor();
      return page;
    },
  },
  {
    name: "a family from another server, with a file that is none",
    async show({ server, open }) {
      const page = await open("/family/move", await signUp(server));
      await button(page, "Move the family").click();
      await page.getByText("Please choose the file first.").waitFor();
      const buffer = Buffer.from("hello");
      await page
        .getByLabel("File", { exact: true })
        .setInputFiles({ name: "a.zip", mimeType: "application/zip", buffer });
      await button(page, "Move the family").click();
      await page.getByText("This file is damaged").waitFor();
      return page;
    },
  },
  { name: "a family from another server is here", show: importedFamily },
  { name: "admin, family", show: familyTab },
  {
    name: "admin, family, with activity",
    async show({ server, open }) {
      const { anna, ben } = await reyesFamily(server);
      await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
      await invite(ben, "grandparent", "Maximiliane-Charlotte");
      const page = await open("/admin/family", anna);
      await page.getByText("Ben invited Maximiliane-Charlotte as a Grandparent").waitFor();
      return page;
    },
  },
  {
    name: "admin, family, a role about to be saved",
    async show(visit) {
      const page = await familyTab(visit);
      await page.getByLabel("Role of Anna Reyes").selectOption("Grandparent");
      await button(page, "Save the role of Anna Reyes").click();
      await page.getByText("Someone has to look after this family.").first().waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "admin, a code that signs a member in",
    async show({ server, open }) {
      const { anna, rose } = await reyesFamily(server);
      const page = await open(`/admin/family/${rose.id}/sign-in`, anna);
      await button(page, "Show the code").click();
      await button(page, "Make a new code").waitFor();
      return page;
    },
  },
  {
    name: "admin, signing in a member who is an admin",
    async show({ server, open }) {
      const { anna } = await reyesFamily(server);
      const page = await open(`/admin/family/${anna.id}/sign-in`, anna);
      await page.getByText("You can only sign in members who are not Co-Administrators.").waitFor();
      return page;
    },
  },
  {
    name: "admin, family, about to be deleted",
    async show({ server, open }) {
      const page = await open("/admin/family", (await endingFamily(server)).anna);
      await button(page, "Keep the family").waitFor();
      return page;
    },
  },
  {
    name: "home of a senior whose family will be deleted",
    async show(visit) {
      const page = await home(visit, (await endingFamily(visit.server)).rose);
      await page.getByText("you can ask for help as always").waitFor();
      return page;
    },
  },
  {
    name: "a family that can be kept by a link",
    async show({ server, open }) {
      const page = await open((await endingFamily(server)).link);
      await button(page, "Keep the family").waitFor();
      return page;
    },
  },
  {
    name: "admin, family, for a family member",
    async show({ server, open }) {
      const page = await open("/admin/family", (await reyesFamily(server)).ben);
      await page.getByText("can change this").waitFor();
      return page;
    },
  },
  {
    name: "admin, family, for a person without a family",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(leaveFamily);
      const page = await open("/admin/family", anna);
      await page.getByText("You haven't joined a family yet.").waitFor();
      return page;
    },
  },
];
