// Every endpoint that writes is listed here with the activity it records, or with the reason why it records
// none.
import { expect, it } from "vitest";
import {
  changeCallNumber,
  changeNames,
  changePassword,
  changePhoneNumber,
  confirmEmail,
  removeEmail,
} from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { cancelAccountDeletion, requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { addPasskey, removePasskey, signInByPasskey } from "#contract/accounts/passkeys.ts";
import {
  changeMemberPicture,
  changeOwnPicture,
  removeMemberPicture,
  removeOwnPicture,
} from "#contract/accounts/pictures.ts";
import { login, register, verifyCode } from "#contract/accounts/sign-in.ts";
import { makeSignInCode, signInByCode } from "#contract/accounts/sign-in-codes.ts";
import { RecordedChange } from "#contract/activity.ts";
import { disconnectCalendar } from "#contract/calendar/google.ts";
import { endCalendarAddress, makeCalendarAddress } from "#contract/calendar/published.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { changeFamily, changeRole, leaveFamily, removeMember } from "#contract/families.ts";
import { addGuide, changeGuide, deleteGuide, makeGuideOfRequest } from "#contract/help/guides.ts";
import { changeEscalationPlan, restoreEscalationPlan } from "#contract/help/plan.ts";
import {
  addThing,
  changeThing,
  changeThingPicture,
  removeThing,
  removeThingPicture,
} from "#contract/help/things.ts";
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  deleteInvitation,
  renewInvitation,
} from "#contract/invitations.ts";
import {
  cancelFamilyDeletion,
  keepFamily,
  requestFamilyDeletion,
} from "#contract/personal-data/family-deletion.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { routesOf } from "#server/app.ts";
import { useFeedServer } from "./support/feed-server.ts";
import { reyesFamily } from "./support/people.ts";
import { useServer } from "./support/server.ts";
import { connectAs } from "./support/sign-in/calendar.ts";
import { prepareCall } from "./support/writing-calls.ts";

const server = useServer();
const feeds = useFeedServer();

interface Recording {
  endpoint: EndpointShape;
  /** The person and the recorded change. */
  recorded: [who: string | null, change: RecordedChange][];
}

const rose = { invited: "Rose", role: "grandparent" } as const;
const rosesTv = { thing: "Rose's TV" };
const newDevice = { kind: "signed-in-on-new-device", device: "A browser" } as const;

const recordings: Recording[] = [
  {
    endpoint: register,
    recorded: [["Eve Stone", newDevice]],
  },
  {
    endpoint: login,
    recorded: [["Anna Reyes", newDevice]],
  },
  {
    endpoint: verifyCode,
    recorded: [["Rose", newDevice]],
  },
  {
    endpoint: changeNames,
    recorded: [["Anna Reyes", { kind: "name-changed", to: "Anna Stone" }]],
  },
  {
    endpoint: changePhoneNumber,
    recorded: [
      [
        "Anna Reyes",
        {
          kind: "phone-number-changed",
          from: expect.stringMatching(/^\d\d$/),
          to: expect.stringMatching(/^\d\d$/),
        },
      ],
    ],
  },
  {
    endpoint: changeCallNumber,
    recorded: [["Eve Stone", { kind: "phone-number-changed", from: null, to: "42" }]],
  },
  {
    endpoint: makeSignInCode,
    recorded: [["Anna Reyes", { kind: "sign-in-code-made", member: "Rose" }]],
  },
  {
    endpoint: signInByCode,
    recorded: [["Rose", newDevice]],
  },
  {
    endpoint: confirmEmail,
    recorded: [["Anna Reyes", { kind: "email-changed" }]],
  },
  {
    endpoint: removeEmail,
    recorded: [["Anna Reyes", { kind: "email-removed" }]],
  },
  {
    endpoint: changePassword,
    recorded: [["Anna Reyes", { kind: "password-changed" }]],
  },
  { endpoint: changeOwnPicture, recorded: [["Anna Reyes", { kind: "picture-changed" }]] },
  { endpoint: removeOwnPicture, recorded: [["Anna Reyes", { kind: "picture-removed" }]] },
  {
    endpoint: changeMemberPicture,
    recorded: [["Anna Reyes", { kind: "member-picture-changed", member: "Rose" }]],
  },
  {
    endpoint: removeMemberPicture,
    recorded: [["Anna Reyes", { kind: "member-picture-removed", member: "Rose" }]],
  },
  {
    endpoint: addPasskey,
    recorded: [["Anna Reyes", { kind: "passkey-added", passkey: "A browser" }]],
  },
  {
    endpoint: removePasskey,
    recorded: [["Anna Reyes", { kind: "passkey-removed", passkey: "A browser" }]],
  },
  {
    endpoint: signInByPasskey,
    recorded: [["Anna Reyes", newDevice]],
  },
  {
    endpoint: undoAccountChange,
    recorded: [["Anna Reyes", { kind: "account-changes-undone", undone: ["password"] }]],
  },
  { endpoint: requestAccountDeletion, recorded: [["Ben", { kind: "account-deletion-requested" }]] },
  { endpoint: cancelAccountDeletion, recorded: [["Ben", { kind: "account-kept" }]] },
  { endpoint: requestFamilyDeletion, recorded: [["Anna Reyes", { kind: "family-deletion-requested" }]] },
  { endpoint: cancelFamilyDeletion, recorded: [["Anna Reyes", { kind: "family-kept" }]] },
  { endpoint: keepFamily, recorded: [["Rose", { kind: "family-kept" }]] },
  {
    endpoint: changeFamily,
    recorded: [
      ["Anna Reyes", { kind: "family-renamed", from: "The Reyes family", to: "The Stones" }],
      ["Anna Reyes", { kind: "time-zone-changed", from: "America/New_York", to: "Europe/London" }],
      ["Anna Reyes", { kind: "country-changed", from: "US", to: "GB" }],
      ["Anna Reyes", { kind: "puzzle-library-changed", isOn: false }],
    ],
  },
  {
    endpoint: importFamily,
    recorded: [["Anna Reyes", { kind: "family-imported" }]],
  },
  {
    endpoint: changeRole,
    recorded: [["Anna Reyes", { kind: "role-changed", member: "Ben", from: "child", to: "admin" }]],
  },
  {
    endpoint: removeMember,
    recorded: [["Anna Reyes", { kind: "member-removed", member: "Ben" }]],
  },
  {
    endpoint: leaveFamily,
    recorded: [["Ben", { kind: "member-left" }]],
  },
  {
    endpoint: createInvitation,
    recorded: [["Anna Reyes", { kind: "invitation-created", ...rose }]],
  },
  {
    endpoint: renewInvitation,
    recorded: [["Anna Reyes", { kind: "invitation-renewed", ...rose }]],
  },
  {
    endpoint: deleteInvitation,
    recorded: [["Anna Reyes", { kind: "invitation-canceled", ...rose }]],
  },
  {
    endpoint: acceptInvitation,
    recorded: [["Mallory", { kind: "member-joined", ...rose }]],
  },
  {
    endpoint: declineInvitation,
    recorded: [[null, { kind: "invitation-declined", ...rose }]],
  },
  {
    endpoint: addGuide,
    recorded: [["Anna Reyes", { kind: "guide-written", guide: "Get the TV picture back" }]],
  },
  { endpoint: changeGuide, recorded: [["Anna Reyes", { kind: "guide-changed", guide: "The TV" }]] },
  {
    endpoint: deleteGuide,
    recorded: [["Anna Reyes", { kind: "guide-deleted", guide: "Get the TV picture back" }]],
  },
  {
    endpoint: makeGuideOfRequest,
    recorded: [["Anna Reyes", { kind: "guide-written", guide: "I need a light bulb changed" }]],
  },
  {
    endpoint: changeEscalationPlan,
    recorded: [["Anna Reyes", { kind: "plan-changed" }]],
  },
  {
    endpoint: restoreEscalationPlan,
    recorded: [["Anna Reyes", { kind: "plan-restored" }]],
  },
  { endpoint: addThing, recorded: [["Anna Reyes", { kind: "thing-added", thing: "Router" }]] },
  { endpoint: changeThing, recorded: [["Anna Reyes", { kind: "thing-changed", thing: "Ida's TV" }]] },
  { endpoint: removeThing, recorded: [["Anna Reyes", { kind: "thing-removed", ...rosesTv }]] },
  { endpoint: changeThingPicture, recorded: [["Anna Reyes", { kind: "thing-picture-changed", ...rosesTv }]] },
  { endpoint: removeThingPicture, recorded: [["Anna Reyes", { kind: "thing-picture-removed", ...rosesTv }]] },
  {
    endpoint: disconnectCalendar,
    recorded: [["Anna Reyes", { kind: "calendar-disconnected" }]],
  },
  { endpoint: makeCalendarAddress, recorded: [["Anna Reyes", { kind: "calendar-address-made" }]] },
  {
    endpoint: endCalendarAddress,
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
    "PUT /api/hello-messages",
  ],
  "it is a step on the way to something that is recorded": [
    "POST /api/auth/request-verification",
    "POST /api/guide-pictures",
    "POST /api/account/proof",
    "POST /api/account/passkeys/options",
    "POST /api/auth/passkey/options",
    "PUT /api/account/email",
    "POST /api/invitations/renewal-request",
  ],
  "the family is new, and has nobody else in it": ["POST /api/families"],
  "a request for help keeps its own history": [
    "POST /api/help-requests",
    "POST /api/help-requests/:id/replies",
    "POST /api/help-requests/:id/pictures",
    "POST /api/help-requests/:id/replies/receipts",
    "PUT /api/help-pictures/:id/keeping",
    "POST /api/help-requests/:id/voice-messages",
    "POST /api/help-voice-messages/:id/receipts",
    "PUT /api/help-voice-messages/:id/keeping",
    "POST /api/help-requests/:id/acknowledgement",
    "DELETE /api/help-requests/:id/acknowledgement",
    "PUT /api/help-requests/:id/promise",
    "POST /api/help-requests/:id/promise/outcome",
    "PUT /api/help-requests/:id/verdict",
    "POST /api/help-requests/:id/cancellation",
    "POST /api/help-requests/:id/receipts",
    "POST /api/help-requests/receipts",
    "POST /api/help-requests/:id/reopening",
    "POST /api/help-requests/:id/resolution",
    "POST /api/help-requests/:id/undoing",
    "POST /api/help-requests/:id/urgency",
    "DELETE /api/help-requests/:id/urgency",
    "POST /api/help-requests/:id/video-call",
    "PUT /api/help-requests/:id/video-call/answer",
    "DELETE /api/help-requests/:id/video-call",
    "POST /api/help-answers/:token/acknowledgement",
    "DELETE /api/help-answers/:token/acknowledgement",
    "PUT /api/help-answers/:token/promise",
    "PUT /api/help-answers/:token/verdict",
    "POST /api/messages/:token/receipts",
    "POST /api/reachability/members/:id/tests",
    "POST /api/reachability/self/tests",
    "POST /api/test-answers/:token",
  ],
  "a hello says itself who gave and who loved it": [
    "POST /api/hellos/pictures",
    "POST /api/hellos/voice-messages",
    "PUT /api/hellos/:id/heart",
    "DELETE /api/hellos/:id",
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
async function recordedSince(id: number): Promise<[string | null, RecordedChange][]> {
  const rows = server().database.kysely.selectFrom("activity").selectAll().where("id", ">", id);
  const found = await rows.orderBy("id").execute();
  return found.map(({ person_name, kind, details }) => [
    person_name,
    RecordedChange.parse({ kind, ...details }),
  ]);
}

it("every endpoint that writes is listed with what it records", () => {
  const endpoints = routesOf(server().world).map(({ endpoint }) => endpoint);
  const names = endpoints.filter(({ method }) => method !== "GET").map(nameOf);
  const said = [...recordings.map(({ endpoint }) => nameOf(endpoint)), ...Object.values(unrecorded).flat()];
  expect(said.sort()).toEqual(names.sort());
});

it.each(recordings.map((recording) => ({ name: nameOf(recording.endpoint), ...recording })))(
  "$name records its activity once, with the person who did it",
  async ({ endpoint, recorded }) => {
    const call = await prepareCall(server(), feeds, endpoint);
    const before = await lastId();
    await call();
    expect(await recordedSince(before)).toEqual(recorded);
  },
);

it("connecting a calendar on Google's own page is recorded", async () => {
  const { anna } = await reyesFamily(server());
  const before = await lastId();
  await connectAs(anna, { account: "sandbox-anna" });
  expect(await recordedSince(before)).toEqual([["Anna Reyes", { kind: "calendar-connected" }]]);
});

/** Recorded later, by due work. server/features/personal-data/deletion/account-deletions.test.ts covers these. */
const recordedLater = ["account-deleted"];

it("every kind of activity is recorded in one of these tests", () => {
  const kinds = RecordedChange.def.options.map(({ shape }) => shape.kind.def.values[0]);
  const tested = recordings.flatMap(({ recorded }) => recorded.map(([, { kind }]) => kind));
  expect([...new Set([...tested, "calendar-connected", ...recordedLater])].sort()).toEqual([...kinds].sort());
});
