import { changeRole, leaveFamily } from "#contract/families.ts";
import { invite, reyesFamily, signUp } from "../people.ts";
import { button, heading } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

async function familyTab({ server, open }: Visit) {
  const page = await open("/admin/family", (await reyesFamily(server)).anna);
  await button(page, "Remove Rose").waitFor();
  await heading(page, "My family").waitFor();
  await heading(page, "Activity").waitFor();
  return page;
}

export const familyScreens: readonly Screen[] = [
  { name: "admin, family", show: familyTab },
  {
    name: "admin, family, with activity",
    async show({ server, open }) {
      const { anna, ben } = await reyesFamily(server);
      await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
      await invite(ben, "grandparent", "Maximiliane-Charlotte");
      const page = await open("/admin/family", anna);
      await page.getByText("Ben invited Maximiliane-Charlotte as Grandparent").waitFor();
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
      await page.getByText("You can sign in members who are not Co-Administrators.").waitFor();
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
