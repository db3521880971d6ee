import { askForRenewal, createInvitation } from "#contract/invitations.ts";
import { expireInvitations, newPhoneNumber, type Person, signUp } from "../people.ts";
import { button, heading, link } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

async function invited({ client, familyId }: Person) {
  const rose = { name: "Rose", email: "rose@example.com", role: "grandparent", familyId };
  return client.call(createInvitation, { body: { ...rose, phoneNumber: newPhoneNumber() } });
}

/** Anna, and a link that Rose opened after it had expired. */
async function tooLate({ server }: Visit) {
  const anna = await signUp(server, { name: "Anna Reyes" });
  const { inviteCode } = await invited(anna);
  await expireInvitations(server, anna);
  return { anna, inviteCode };
}

const printed = async ({ server, open }: Visit) => {
  const anna = await signUp(server, { name: "Anna Reyes" });
  const { id } = await invited(anna);
  return open(`/admin/co-admins/${id}/print`, anna);
};

export const invitationScreens: readonly Screen[] = [
  {
    name: "invite, number known",
    async show({ server, open }) {
      const page = await open(`/invite?code=${(await invited(await signUp(server))).inviteCode}`);
      await button(page, "Yes, text me a code").waitFor();
      return page;
    },
  },
  {
    name: "invite, link alone",
    async show({ server, open }) {
      const { inviteCode } = await invited(await signUp(server));
      const page = await open(`/invite?code=${inviteCode}`);
      // The server in these tests can send texts. This answer comes from one that can't.
      await page.route("**/api/invitations/verify?*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), needsNoCode: true } });
      });
      await page.reload();
      await button(page, "Join with this link").waitFor();
      return page;
    },
  },
  {
    name: "invite, expired, renewal requested",
    async show(visit) {
      const page = await visit.open(`/invite?code=${(await tooLate(visit)).inviteCode}`);
      await button(page, "Ask Anna Reyes to renew it").click();
      await page.getByText("We asked Anna Reyes to renew it.").waitFor();
      return page;
    },
  },
  {
    name: "invite, expired, for somebody who can renew it",
    async show(visit) {
      const { anna, inviteCode } = await tooLate(visit);
      const page = await visit.open(`/invite?code=${inviteCode}`, anna);
      await button(page, "Renew this invitation").waitFor();
      return page;
    },
  },
  {
    name: "admin, co-admins, a renewal is requested",
    async show(visit) {
      const { anna, inviteCode } = await tooLate(visit);
      await anna.client.call(askForRenewal, { body: { inviteCode } });
      const page = await visit.open("/admin/co-admins", anna);
      await page.getByText("The link for Rose has expired.").waitFor();
      return page;
    },
  },
  {
    name: "a printed invitation",
    async show(visit) {
      const page = await printed(visit);
      await heading(page, "Rose, you are invited!").waitFor();
      return page;
    },
  },
  {
    name: "a printed invitation that does not exist",
    async show({ server, open }) {
      const page = await open("/admin/co-admins/999999/print", await signUp(server));
      await link(page, "Back").waitFor();
      return page;
    },
  },
];
