import * as invitations from "#contract/invitations.ts";
import { expireInvitations, invite, signUp } from "#tests/support/people.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

const invited = { invited: "Rose", role: "grandparent" } as const;

/** Anna invites her mother. */
const invitedRose = ({ anna }: Family) => invite(anna, "grandparent", "Rose");

async function invitationOfRose(family: Family) {
  await invitedRose(family);
  const { client, familyId } = family.anna;
  const [newest] = await client.call(invitations.listInvitations, { params: { familyId } });
  return { params: { id: newest?.id ?? 0 } };
}

export const invitationCalls: SampleCalls<typeof invitations> = {
  "GET /api/invitations/family/:familyId": {
    prepare: ({ anna: { familyId } }) => ({ params: { familyId } }),
  },
  "POST /api/invitations": {
    prepare: ({ anna: { familyId } }) => ({
      body: { name: "Rose", email: "rose@example.com", role: "grandparent", familyId },
    }),
    records: [["Anna Reyes", { kind: "invitation-created", ...invited }]],
  },
  "POST /api/invitations/:id/renewal": {
    prepare: invitationOfRose,
    records: [["Anna Reyes", { kind: "invitation-renewed", ...invited }]],
  },
  "DELETE /api/invitations/:id": {
    prepare: invitationOfRose,
    records: [["Anna Reyes", { kind: "invitation-canceled", ...invited }]],
  },
  "GET /api/invitations/verify": {
    prepare: async (family) => ({ query: { code: await invitedRose(family) } }),
  },
  "GET /api/invitations/expired": {
    async prepare({ server, ...family }) {
      const code = await invitedRose(family);
      await expireInvitations(server, family.anna);
      return { query: { code } };
    },
  },
  "POST /api/invitations/renewal-request": {
    async prepare({ server, ...family }) {
      const inviteCode = await invitedRose(family);
      await expireInvitations(server, family.anna);
      return { body: { inviteCode } };
    },
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "POST /api/invitations/accept": {
    async prepare({ server, ...family }) {
      const inviteCode = await invitedRose(family);
      return { by: await signUp(server, { name: "Mallory" }), body: { inviteCode } };
    },
    records: [["Mallory", { kind: "member-joined", ...invited }]],
  },
  "POST /api/invitations/decline": {
    prepare: async (family) => ({ body: { inviteCode: await invitedRose(family) } }),
    records: [[null, { kind: "invitation-declined", ...invited }]],
  },
};
