// Every endpoint that writes is listed here with the activity it records, or with the reason why it records
// none.
import { expect, it } from "vitest";
import {
  changeEmail,
  changeNames,
  changePassword,
  changePhoneNumber,
  confirmEmail,
  removeEmail,
} from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { addPasskey, removePasskey, signInByPasskey } from "#contract/accounts/passkeys.ts";
import { login, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { What } from "#contract/activity.ts";
import { disconnectCalendar } from "#contract/calendar/google.ts";
import { endCalendarAddress, makeCalendarAddress } from "#contract/calendar/published.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { changeFamily, changeRole, leaveFamily, removeMember } from "#contract/families.ts";
import { changeEscalationPlan, defaultSteps, restoreEscalationPlan } from "#contract/help/plan.ts";
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  listInvitations,
  renewInvitation,
} from "#contract/invitations.ts";
import { routesOf } from "#server/app.ts";
import { addEmail } from "./support/channels.ts";
import { Client, type Parts } from "./support/client.ts";
import { codeFor, invite, newPhoneNumber, provePhone, reyesFamily, signUp } from "./support/people.ts";
import { useServer } from "./support/server.ts";
import { Authenticator } from "./support/sign-in/authenticator.ts";
import { connectAs } from "./support/sign-in/calendar.ts";
import { newPasskeyOptions, pageOf, signInOptions, withPasskey } from "./support/sign-in/passkeys.ts";

const server = useServer();

const page = () => pageOf(server());

type Family = Awaited<ReturnType<typeof reyesFamily>>;

interface Call {
  /** Anna, unless another client is given. */
  client?: Client;
  parts?: Parts;
}

interface Recording {
  endpoint: EndpointShape;
  prepare?: (family: Family) => Promise<Call> | Call;
  /** The person and the recorded change. */
  recorded: [who: string | null, what: What][];
}

const password = "a kettle on the stove";
const plan = { steps: [...defaultSteps], firstContactId: null, quietHours: null };
const rose = { invited: "Rose", role: "grandparent" } as const;
const newDevice = { kind: "signed-in-on-new-device", device: "A browser" } as const;

/** The token of the latest message that has a link. */
const tokenIn = (messages: readonly { text: string }[]) => {
  const found = messages.map(({ text }) => /to=([\w.~-]+)/.exec(text)?.[1]);
  return found.findLast(Boolean) ?? "";
};

async function invited({ anna }: Family): Promise<{ id: number; inviteCode: string }> {
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const [newest] = await anna.client.call(listInvitations, { params: { familyId: anna.familyId } });
  return { id: newest?.id ?? 0, inviteCode };
}

async function askedForCode(client: Client, phoneNumber: string): Promise<Call> {
  await client.call(requestVerification, { body: { phoneNumber } });
  return { client, parts: { body: { phoneNumber, code: codeFor(server(), phoneNumber) } } };
}

const recordings: Recording[] = [
  {
    endpoint: register,
    async prepare() {
      const [client, phoneNumber] = [new Client(server().url), newPhoneNumber()];
      await provePhone(server(), client, phoneNumber);
      return { client, parts: { body: { username: "Eve Stone", phoneNumber, password, role: "admin" } } };
    },
    recorded: [["Eve Stone", newDevice]],
  },
  {
    endpoint: login,
    async prepare({ anna }) {
      await anna.client.call(changePassword, { body: { password } });
      const body = { username: anna.phoneNumber, password };
      return { client: new Client(server().url), parts: { body } };
    },
    recorded: [["Anna Reyes", newDevice]],
  },
  {
    endpoint: verifyCode,
    prepare: ({ rose }) => askedForCode(new Client(server().url), rose.phoneNumber),
    recorded: [["Rose", newDevice]],
  },
  {
    endpoint: changeNames,
    prepare: () => ({ parts: { body: { username: "Anna Stone" } } }),
    recorded: [["Anna Reyes", { kind: "name-changed", to: "Anna Stone" }]],
  },
  {
    endpoint: changePhoneNumber,
    prepare: ({ anna }) => askedForCode(anna.client, "+16145557642"),
    recorded: [
      ["Anna Reyes", { kind: "phone-number-changed", from: expect.stringMatching(/^\d\d$/), to: "42" }],
    ],
  },
  {
    endpoint: confirmEmail,
    async prepare({ anna }) {
      await anna.client.call(changeEmail, { body: { email: "anna@example.com" } });
      return { parts: { body: { token: tokenIn(server().mailbox) } } };
    },
    recorded: [["Anna Reyes", { kind: "email-changed" }]],
  },
  {
    endpoint: removeEmail,
    async prepare({ anna }) {
      await addEmail(server(), anna);
      return {};
    },
    recorded: [["Anna Reyes", { kind: "email-removed" }]],
  },
  {
    endpoint: changePassword,
    prepare: () => ({ parts: { body: { password } } }),
    recorded: [["Anna Reyes", { kind: "password-changed" }]],
  },
  {
    endpoint: addPasskey,
    async prepare({ anna }) {
      const made = new Authenticator(page()).make(await newPasskeyOptions(server(), anna.client));
      return { parts: { headers: { origin: page() }, body: made } };
    },
    recorded: [["Anna Reyes", { kind: "passkey-added", passkey: "A browser" }]],
  },
  {
    endpoint: removePasskey,
    async prepare({ anna }) {
      const { passkey } = await withPasskey(server(), anna);
      return { parts: { params: { id: passkey.id } } };
    },
    recorded: [["Anna Reyes", { kind: "passkey-removed", passkey: "A browser" }]],
  },
  {
    endpoint: signInByPasskey,
    async prepare({ anna }) {
      const { authenticator } = await withPasskey(server(), anna);
      const client = new Client(server().url);
      const signed = authenticator.sign(await signInOptions(server(), client));
      return { client, parts: { headers: { origin: page() }, body: signed } };
    },
    recorded: [["Anna Reyes", newDevice]],
  },
  {
    endpoint: undoAccountChange,
    async prepare({ anna }) {
      await anna.client.call(changePassword, { body: { password } });
      return { client: new Client(server().url), parts: { params: { token: tokenIn(server().outbox) } } };
    },
    recorded: [["Anna Reyes", { kind: "account-changes-undone", undone: ["password"] }]],
  },
  {
    endpoint: changeFamily,
    prepare: () => ({
      parts: { body: { name: "The Stones", timeZone: "Europe/London", country: "GB", puzzleLibrary: false } },
    }),
    recorded: [
      ["Anna Reyes", { kind: "family-renamed", from: "The Reyes family", to: "The Stones" }],
      ["Anna Reyes", { kind: "time-zone-changed", from: "America/New_York", to: "Europe/London" }],
      ["Anna Reyes", { kind: "country-changed", from: "US", to: "GB" }],
      ["Anna Reyes", { kind: "puzzle-library-changed", isOn: false }],
    ],
  },
  {
    endpoint: changeRole,
    prepare: ({ ben }) => ({ parts: { params: { id: ben.id }, body: { role: "admin" } } }),
    recorded: [["Anna Reyes", { kind: "role-changed", member: "Ben", from: "child", to: "admin" }]],
  },
  {
    endpoint: removeMember,
    prepare: ({ ben }) => ({ parts: { params: { id: ben.id } } }),
    recorded: [["Anna Reyes", { kind: "member-removed", member: "Ben" }]],
  },
  {
    endpoint: leaveFamily,
    prepare: ({ ben }) => ({ client: ben.client }),
    recorded: [["Ben", { kind: "member-left" }]],
  },
  {
    endpoint: createInvitation,
    prepare: ({ anna: { familyId } }) => ({
      parts: { body: { name: "Rose", email: "rose@example.com", role: "grandparent", familyId } },
    }),
    recorded: [["Anna Reyes", { kind: "invitation-created", ...rose }]],
  },
  {
    endpoint: renewInvitation,
    prepare: async (family) => ({ parts: { params: { id: (await invited(family)).id } } }),
    recorded: [["Anna Reyes", { kind: "invitation-renewed", ...rose }]],
  },
  {
    endpoint: deleteInvitation,
    prepare: async (family) => ({ parts: { params: { id: (await invited(family)).id } } }),
    recorded: [["Anna Reyes", { kind: "invitation-canceled", ...rose }]],
  },
  {
    endpoint: acceptInvitation,
    async prepare(family) {
      const { inviteCode } = await invited(family);
      const { client } = await signUp(server(), { name: "Mallory" });
      return { client, parts: { body: { inviteCode } } };
    },
    recorded: [["Mallory", { kind: "member-joined", ...rose }]],
  },
  {
    endpoint: declineInvitation,
    async prepare(family) {
      const { inviteCode } = await invited(family);
      return { client: new Client(server().url), parts: { body: { inviteCode } } };
    },
    recorded: [[null, { kind: "invitation-declined", ...rose }]],
  },
  {
    endpoint: changeEscalationPlan,
    prepare: () => ({ parts: { body: plan } }),
    recorded: [["Anna Reyes", { kind: "plan-changed" }]],
  },
  {
    endpoint: restoreEscalationPlan,
    async prepare({ anna }) {
      await anna.client.call(changeEscalationPlan, { body: plan });
      return {};
    },
    recorded: [["Anna Reyes", { kind: "plan-restored" }]],
  },
  {
    endpoint: disconnectCalendar,
    async prepare({ anna }) {
      await connectAs(anna, { account: "sandbox-anna" });
      return {};
    },
    recorded: [["Anna Reyes", { kind: "calendar-disconnected" }]],
  },
  { endpoint: makeCalendarAddress, recorded: [["Anna Reyes", { kind: "calendar-address-made" }]] },
  {
    endpoint: endCalendarAddress,
    async prepare({ anna }) {
      await anna.client.call(makeCalendarAddress);
      return {};
    },
    recorded: [["Anna Reyes", { kind: "calendar-address-ended" }]],
  },
];

/** Endpoints that record no activity, grouped by the reason. */
const unrecorded: Record<string, string[]> = {
  "only this person's own devices, screens and messages change": [
    "POST /api/auth/logout",
    "DELETE /api/account/devices",
    "DELETE /api/account/devices/:id",
    "PUT /api/account/family",
    "PUT /api/account/puzzle-sharing",
    "PUT /api/calendar-address",
    "POST /api/push-subscriptions",
    "DELETE /api/push-subscriptions/:id",
    "PUT /api/reminders",
  ],
  "it is a step on the way to something that is recorded": [
    "POST /api/auth/request-verification",
    "POST /api/account/proof",
    "POST /api/account/passkeys/options",
    "POST /api/auth/passkey/options",
    "PUT /api/account/email",
    "POST /api/invitations/renewal-request",
  ],
  "the family is new, and has nobody else in it": ["POST /api/families"],
  "a request for help keeps a history of its own": [
    "POST /api/help-requests",
    "POST /api/help-requests/:id/acknowledgement",
    "POST /api/help-requests/:id/cancellation",
    "POST /api/help-requests/:id/receipts",
    "POST /api/help-requests/:id/reopening",
    "POST /api/help-requests/:id/resolution",
    "POST /api/help-requests/:id/undoing",
    "POST /api/help-requests/:id/urgency",
    "POST /api/help-answers/:token/acknowledgement",
    "POST /api/help-answers/:token/receipts",
    "POST /api/notices/:token/receipts",
    "POST /api/reachability/members/:id/tests",
    "POST /api/test-answers/:token",
  ],
  "it changes what the day shows": [
    "PUT /api/calendar-settings",
    "POST /api/calendar-settings/reading",
    "PUT /api/calendar/calendars",
    "POST /api/manual-events",
    "PUT /api/manual-events/:id",
    "DELETE /api/manual-events/:id",
    "POST /api/local-events",
    "PUT /api/local-events/:id",
    "DELETE /api/local-events/:id",
    "POST /api/local-event-feeds",
    "DELETE /api/local-event-feeds/:id",
    "POST /api/puzzles",
    "PUT /api/puzzles/:id",
    "DELETE /api/puzzles/:id",
    "POST /api/puzzles/active/answers",
    "POST /api/help-phrases",
    "PUT /api/help-phrases/:id",
    "DELETE /api/help-phrases/:id",
    "PUT /api/help-phrases/:id/visibility",
    "PUT /api/help-phrases/category/:id/order",
  ],
};

const nameOf = ({ method, path }: EndpointShape) => `${method} ${path}`;

async function lastId(): Promise<number> {
  const rows = server().database.kysely.selectFrom("activity");
  const newest = await rows.select((select) => select.fn.max("id").as("id")).executeTakeFirst();
  return newest?.id ?? 0;
}

/** Activity of all families, in the order it was recorded. */
async function recordedSince(id: number): Promise<[string | null, What][]> {
  const rows = server().database.kysely.selectFrom("activity").selectAll().where("id", ">", id);
  const found = await rows.orderBy("id").execute();
  return found.map(({ person_name, kind, details }) => [person_name, What.parse({ kind, ...details })]);
}

it("every endpoint that writes is listed with what it records", () => {
  const endpoints = routesOf(server().world).map(({ endpoint }) => endpoint);
  const names = endpoints.filter(({ method }) => method !== "GET").map(nameOf);
  const said = [...recordings.map(({ endpoint }) => nameOf(endpoint)), ...Object.values(unrecorded).flat()];
  expect(said.sort()).toEqual(names.sort());
});

it.each(recordings.map((recording) => ({ name: nameOf(recording.endpoint), ...recording })))(
  "$name records its activity once, with the person who did it",
  async ({ endpoint, prepare, recorded }) => {
    const family = await reyesFamily(server());
    server().clock.advance(60_000);
    const { client = family.anna.client, parts } = (await prepare?.(family)) ?? {};
    const before = await lastId();
    await client.call(endpoint, parts);
    expect(await recordedSince(before)).toEqual(recorded);
  },
);

it("connecting a calendar on Google's own page is recorded", async () => {
  const { anna } = await reyesFamily(server());
  const before = await lastId();
  await connectAs(anna, { account: "sandbox-anna" });
  expect(await recordedSince(before)).toEqual([["Anna Reyes", { kind: "calendar-connected" }]]);
});

it("every kind of activity is recorded in one of these tests", () => {
  const kinds = What.def.options.map(({ shape }) => shape.kind.def.values[0]);
  const tested = recordings.flatMap(({ recorded }) => recorded.map(([, { kind }]) => kind));
  expect([...new Set([...tested, "calendar-connected"])].sort()).toEqual([...kinds].sort());
});
