// Checks every route with every actor and every target: each answers as its declared access says.
import fastify from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { logout } from "#contract/accounts/sign-in.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import type { Access, EndpointShape } from "#contract/endpoint.ts";
import { Role } from "#contract/families.ts";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { defaultSteps } from "#contract/help/plan.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { createInvitation } from "#contract/invitations.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { Problem } from "#contract/problem.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { routesOf } from "#server/app.ts";
import { serveApi } from "#server/platform/http/route.ts";
import { type Answered, Client, type Parts } from "./support/client.ts";
import { dentist } from "./support/events.ts";
import { addFeedRow } from "./support/feed-server.ts";
import * as help from "./support/help-samples.ts";
import { forgetProof, join, newSession, type Person, reyesFamily, signUp } from "./support/people.ts";
import { damagedPhoto, sendFace, sendPicture, sendThing } from "./support/photos.ts";
import { damagedRecording, sendVoiceMessage } from "./support/recordings.ts";
import { useServer } from "./support/server.ts";
import { addPasskeyRow, unreadablePasskey, unreadableSignature } from "./support/sign-in/passkeys.ts";
import { browser, concert, puzzle, shownEvents } from "./support/writing-calls/call.ts";
import { saidHello, shownHello } from "./support/writing-calls/hellos.ts";

const server = useServer({ limits: { pendingInvitations: 10_000, helpRequestsPerHour: 10_000 } });

interface Family {
  admin: Person;
  child: Person;
  grandparent: Person;
}
let family: Family;
let others: Family;

beforeAll(async () => {
  const build = async () => {
    const { anna: admin, ben: child, rose: grandparent } = await reyesFamily(server());
    return { admin, child, grandparent };
  };
  [family, others] = [await build(), await build()];
});

const actors = ["anonymous", "expired", "revoked", "grandparent", "child", "admin"] as const;
type Actor = (typeof actors)[number];
const roles: readonly Actor[] = ["grandparent", "child", "admin"];

/** The actors that each access level admits. An inviter is the admin, because this family has one. */
const admitted: Record<Access, readonly Actor[]> = {
  anyone: actors,
  visitor: actors,
  person: roles,
  member: roles,
  helper: ["child", "admin"],
  admin: ["admin"],
  inviter: ["admin"],
};

/** Creates a new session for each use, so that signing out in one cell does not affect the next. */
const sessionOf = (person: Person, lifetime?: number) => newSession(server(), person, lifetime);

async function signInAs(actor: Actor): Promise<Client> {
  if (actor === "anonymous") return new Client(server().url);
  if (actor === "expired") return sessionOf(family.admin, -1);
  const client = await sessionOf(actor === "revoked" ? family.admin : family[actor]);
  if (actor === "revoked") await client.call(logout);
  return client;
}

const newcomerTo = async ({ admin }: Family, role: Role) => join(server(), admin, role, "Joe");

/** A newcomer makes the calls that end a membership, because the other members are still needed. */
async function signInAsNewcomer(actor: Actor): Promise<Client> {
  const role = Role.safeParse(actor).data;
  return role ? (await newcomerTo(family, role)).client : signInAs(actor);
}

const joe = ({ admin: { familyId } }: Family): Parts => ({
  body: { name: "Joe", email: "joe@example.com", role: "child", familyId },
});
const invitations: Targets = async (of) =>
  (await (await sessionOf(of.admin)).call(createInvitation, joe(of))).id;
const text = "I need a light bulb changed.";
const requests: Targets = async ({ grandparent }) =>
  (await (await sessionOf(grandparent)).call(askForHelp, { body: { text } })).id;
const deviceOf = async (person: Person) => {
  const { devices } = await (await sessionOf(person)).call(getAccount);
  return devices.find((device) => device.isThisOne)?.id ?? 0;
};

type Targets = (of: Family, actor: Actor) => Promise<number>;
/** Creates a target in a family for each name in a path. */
const phrases: Targets = async ({ admin }) => {
  const body = { categoryId: 2, phrase: text };
  return (await (await sessionOf(admin)).call(addHelpPhrase, { body })).id;
};
const puzzles: Targets = async ({ admin }) =>
  (await (await sessionOf(admin)).call(createPuzzle, { body: puzzle })).id;
const manualEvents: Targets = async ({ admin }) =>
  (await (await sessionOf(admin)).call(addManualEvent, { body: dentist })).id;
const localEvents: Targets = async ({ admin }) =>
  (await (await sessionOf(admin)).call(addLocalEvent, { body: concert })).id;
const feeds: Targets = (of) => addFeedRow(server(), of.admin);
const calendarSettings = { calendarUrl: "", ...shownEvents };
const pictures: Targets = async (of) =>
  sendPicture(await sessionOf(of.grandparent), await requests(of, "grandparent"));
const voiceMessages: Targets = async (of) =>
  sendVoiceMessage(await sessionOf(of.grandparent), await requests(of, "grandparent"));
const faces: Targets = async ({ child }) => sendFace(await sessionOf(child));
const things: Targets = async ({ child }) => (await sendThing(await sessionOf(child))).id;
const thingPictures: Targets = async ({ child }) => (await sendThing(await sessionOf(child))).pictureId;
const members: Targets = async (of) => (await newcomerTo(of, "child")).id;
const families: Targets = async (of) => of.admin.familyId;
const actorIn = (of: Family, actor: Actor) => of[roles.includes(actor) ? (actor as keyof Family) : "admin"];
const devices: Targets = (of, actor) => deviceOf(actorIn(of, actor));
const passkeys: Targets = (of, actor) => addPasskeyRow(server(), actorIn(of, actor));

const helloKey = { headers: { "idempotency-key": "a hello" } };
const hellos: Targets = async (of, actor) => (await shownHello(await sessionOf(actorIn(of, actor)))).id;
const helloPictures: Targets = async ({ child }) =>
  (await shownHello(await sessionOf(child))).pictures[0]?.id ?? 0;
const helloVoiceMessages: Targets = async ({ child }) =>
  (await saidHello(await sessionOf(child))).voiceMessage?.id ?? 0;

const pushSubscriptions: Targets = async ({ admin }) =>
  (await (await sessionOf(admin)).call(addPushSubscription, { body: browser() })).id;

const reminders = { isOn: true, leadTime: "1-hour", channel: "sms", categories: ["family"] };

const phoneNumber = "+16145559999";

interface Sample {
  parts?: () => Parts;
  target?: Targets;
  isPublicTarget?: true;
  /** The call ends the caller's membership. */
  isLast?: true;
}

/** A well-formed body or query for each route, and how to create the target in its path. */
const samples: Record<string, Sample> = {
  "POST /api/auth/request-verification": { parts: () => ({ body: { phoneNumber } }) },
  "POST /api/auth/verify-code": { parts: () => ({ body: { phoneNumber, code: "000000" } }) },
  "POST /api/auth/register": {
    parts: () => ({ body: { username: "Eve", phoneNumber, password: "wq7v2kzn", role: "admin" } }),
  },
  "POST /api/login": { parts: () => ({ body: { username: "nobody", password: "wq7v2kzn" } }) },
  "GET /api/auth/options": {},
  "GET /api/auth/status": {},
  "POST /api/auth/logout": {},
  "GET /api/account": {},
  "PUT /api/account": { parts: () => ({ body: { username: "Somebody" } }) },
  "POST /api/account/proof": { parts: () => ({ body: { password: "wq7v2kzn" } }) },
  "GET /api/account-changes/:token": { target: async () => 1, isPublicTarget: true },
  "POST /api/account-changes/:token/undoing": { target: async () => 1, isPublicTarget: true },
  "PUT /api/account/phone-number": { parts: () => ({ body: { phoneNumber, code: "000000" } }) },
  "PUT /api/account/call-number": { parts: () => ({ body: { phoneNumber } }) },
  "PUT /api/account/email": { parts: () => ({ body: { email: "somebody@example.com" } }) },
  "DELETE /api/account/email": {},
  "POST /api/account/email/confirmation": { parts: () => ({ body: { token: "unknown" } }) },
  "PUT /api/account/password": { parts: () => ({ body: { password: "a long password" } }) },
  "PUT /api/account/family": { parts: () => ({ body: { familyId: family.admin.familyId } }) },
  "DELETE /api/account/devices": {},
  "DELETE /api/account/devices/:id": { target: devices },
  "GET /api/account/passkeys": {},
  "POST /api/account/passkeys": { parts: () => ({ body: unreadablePasskey }) },
  "POST /api/account/passkeys/options": {},
  "DELETE /api/account/passkeys/:id": { target: passkeys },
  "POST /api/auth/sign-in-code": { parts: () => ({ body: { code: "00000000" } }) },
  "POST /api/family/members/:id/sign-in-code": { target: members },
  "POST /api/auth/passkey/options": {},
  "POST /api/auth/passkey": { parts: () => ({ body: unreadableSignature }) },
  "PUT /api/account/picture": { parts: () => ({ upload: damagedPhoto }) },
  "DELETE /api/account/picture": {},
  "GET /api/people-pictures/:id": { target: faces },
  "PUT /api/family/members/:id/picture": { parts: () => ({ upload: damagedPhoto }), target: members },
  "DELETE /api/family/members/:id/picture": { target: members },
  "GET /api/account/export": {},
  "POST /api/account/deletion": {},
  "DELETE /api/account/deletion": {},
  "GET /api/family": {},
  "GET /api/family/export": {},
  "POST /api/family/deletion": {},
  "DELETE /api/family/deletion": {},
  "GET /api/family-deletions/:token": { target: async () => 1, isPublicTarget: true },
  "POST /api/family-deletions/:token/undoing": { target: async () => 1, isPublicTarget: true },
  "PUT /api/family": { parts: () => ({ body: { name: "The Reyes family" } }) },
  "GET /api/family/members": {},
  "GET /api/family/proxy": {},
  "GET /api/family/storage": {},
  "PUT /api/family/members/:id": { target: members, parts: () => ({ body: { role: "child" } }) },
  "DELETE /api/family/members/:id": { target: members },
  "DELETE /api/family/membership": { isLast: true },
  "POST /api/family-imports": {
    parts: () => ({ upload: new Blob(["not a ZIP"], { type: "application/zip" }) }),
  },
  "POST /api/families": { parts: () => ({ body: { role: "admin" } }) },
  "GET /api/invitations/family/:familyId": { target: families },
  "POST /api/invitations": { parts: () => joe(family) },
  "POST /api/invitations/:id/renewal": { target: invitations },
  "DELETE /api/invitations/:id": { target: invitations },
  "GET /api/invitations/expired": { parts: () => ({ query: { code: "unknown" } }) },
  "POST /api/invitations/renewal-request": { parts: () => ({ body: { inviteCode: "unknown" } }) },
  "GET /api/invitations/verify": { parts: () => ({ query: { code: "unknown" } }) },
  "POST /api/invitations/accept": { parts: () => ({ body: { inviteCode: "unknown" } }) },
  "POST /api/invitations/decline": { parts: () => ({ body: { inviteCode: "unknown" } }) },
  "GET /api/help-categories": {},
  "GET /api/help-phrases/category/:id": { target: async () => 1, isPublicTarget: true },
  "GET /api/help-phrases/shown": {},
  "GET /api/help-phrases": {},
  "POST /api/help-phrases": { parts: () => ({ body: { categoryId: 1, phrase: text } }) },
  "PUT /api/help-phrases/:id": { target: phrases, parts: () => ({ body: { phrase: text } }) },
  "DELETE /api/help-phrases/:id": { target: phrases },
  "PUT /api/help-phrases/:id/visibility": { target: phrases, parts: () => ({ body: { isHidden: true } }) },
  "PUT /api/help-phrases/category/:id/order": {
    target: async () => 1,
    isPublicTarget: true,
    parts: () => ({ body: { phraseIds: [] } }),
  },
  "GET /api/help-requests": {},
  "GET /api/help-requests/past": {},
  "GET /api/help-requests/figures": {},
  "POST /api/help-requests": { parts: () => ({ body: { text } }) },
  ...help.samplesOfRequests(requests),
  "POST /api/help-requests/receipts": { parts: () => ({ body: { ids: [1], state: "SEEN" } }) },
  "POST /api/help-requests/:id/receipts": { target: requests, parts: () => ({ body: { state: "SEEN" } }) },
  ...help.samplesOfReplies(pictures, voiceMessages),
  ...help.samplesOfThings(things, thingPictures),
  ...help.samplesOfGuides(({ child }: Family) => sessionOf(child)),
  "GET /api/hellos": {},
  "GET /api/hellos/current": {},
  "POST /api/hellos/pictures": {
    parts: () => ({ ...helloKey, query: { place: "0" }, upload: damagedPhoto }),
  },
  "POST /api/hellos/voice-messages": { parts: () => ({ ...helloKey, upload: damagedRecording }) },
  "PUT /api/hellos/:id/heart": { target: hellos, parts: () => ({ body: { isLoved: true } }) },
  "DELETE /api/hellos/:id": { target: hellos },
  "GET /api/hello-pictures/:id": { target: helloPictures, parts: () => ({ query: { size: "small" } }) },
  "GET /api/hello-voice-messages/:id": { target: helloVoiceMessages },
  "GET /api/hello-messages": {},
  "PUT /api/hello-messages": { parts: () => ({ body: { areOn: true } }) },
  "GET /api/escalation-plan": {},
  "PUT /api/escalation-plan": {
    parts: () => ({ body: { steps: defaultSteps, firstContactId: null, quietHours: null } }),
  },
  "DELETE /api/escalation-plan": {},
  "GET /api/family/helpers": {},
  "GET /api/home": {},
  "GET /api/calendar-events": {},
  "GET /api/calendar/auth-url": {},
  "POST /api/calendar/disconnect": {},
  "GET /api/calendar/calendars": {},
  "PUT /api/calendar/calendars": { parts: () => ({ body: { calendars: [] } }) },
  "GET /api/calendar-address": {},
  "POST /api/calendar-address": {},
  "PUT /api/calendar-address": { parts: () => ({ body: { categories: ["kids"] } }) },
  "DELETE /api/calendar-address": {},
  "GET /api/manual-events": {},
  "POST /api/manual-events": { parts: () => ({ body: dentist }) },
  "PUT /api/manual-events/:id": { target: manualEvents, parts: () => ({ body: dentist }) },
  "DELETE /api/manual-events/:id": { target: manualEvents },
  "GET /api/puzzles": {},
  "POST /api/puzzles": { parts: () => ({ body: puzzle }) },
  "PUT /api/puzzles/:id": { target: puzzles, parts: () => ({ body: { isActive: false } }) },
  "DELETE /api/puzzles/:id": { target: puzzles },
  "GET /api/puzzles/active": {},
  "POST /api/puzzles/active/answers": { parts: () => ({ body: { puzzleId: 1, answer: "Mars" } }) },
  "GET /api/account/puzzle-sharing": {},
  "PUT /api/account/puzzle-sharing": { parts: () => ({ body: { isShared: true } }) },
  "GET /api/calendar-settings": {},
  "PUT /api/calendar-settings": { parts: () => ({ body: calendarSettings }) },
  "POST /api/calendar-settings/reading": {},
  "GET /api/stale-calendars": {},
  "GET /api/local-events/active": {},
  "GET /api/local-events": {},
  "POST /api/local-events": { parts: () => ({ body: concert }) },
  "PUT /api/local-events/:id": { target: localEvents, parts: () => ({ body: concert }) },
  "DELETE /api/local-events/:id": { target: localEvents },
  "GET /api/local-event-feeds": {},
  "POST /api/local-event-feeds": { parts: () => ({ body: { url: "http://192.0.2.1/feed.ics" } }) },
  "DELETE /api/local-event-feeds/:id": { target: feeds },
  "GET /api/push-key": {},
  "GET /api/push-subscriptions": {},
  "POST /api/push-subscriptions": { parts: () => ({ body: browser() }) },
  "DELETE /api/push-subscriptions/:id": { target: pushSubscriptions },
  "POST /api/messages/:token/receipts": { target: async () => 1, isPublicTarget: true },
  "GET /api/reachability": {},
  "GET /api/reachability/self": {},
  "GET /api/reachability/members": {},
  "POST /api/reachability/members/:id/tests": { target: members },
  "POST /api/reachability/self/tests": {},
  "GET /api/test-answers/:token": { target: async () => 1, isPublicTarget: true },
  "POST /api/test-answers/:token": { target: async () => 1, isPublicTarget: true },
  "GET /api/reminders": {},
  "GET /api/activity": {},
  "PUT /api/reminders": { parts: () => ({ body: reminders }) },
};

const nameOf = ({ method, path }: EndpointShape) => `${method} ${path}`;
const endpoints = () => routesOf(server().world).map(({ endpoint }) => endpoint);
const paramOf = ({ path }: EndpointShape) => path.match(/:(\w+)/)?.[1];

async function ask(endpoint: EndpointShape, actor: Actor, id?: number | string): Promise<Answered<unknown>> {
  const { parts: partsOf, isLast } = samples[nameOf(endpoint)] ?? {};
  const client = await (isLast ? signInAsNewcomer(actor) : signInAs(actor));
  const parts = partsOf?.() ?? {};
  const name = paramOf(endpoint);
  return client.ask(endpoint, { ...parts, ...(name && id !== undefined && { params: { [name]: id } }) });
}

async function targetOf(endpoint: EndpointShape, actor: Actor, of = family): Promise<number | undefined> {
  return samples[nameOf(endpoint)]?.target?.(of, actor);
}

interface Cell {
  endpoint: EndpointShape;
  actor: Actor;
}
const withEach = (who: readonly Actor[]) => (endpoint: EndpointShape) =>
  who.map((actor): Cell => ({ endpoint, actor }));
const isAdmitted = ({ endpoint, actor }: Cell) => admitted[endpoint.access].includes(actor);

function isAsDeclared(endpoint: EndpointShape, actor: Actor, status: number): boolean {
  if (!isAdmitted({ endpoint, actor })) return status === (roles.includes(actor) ? 403 : 401);
  return ![401, 403].includes(status) || isRefusedByVerb(endpoint, actor, status);
}

const askerOnly = [
  "cancellation",
  "urgency",
  "reopening",
  "undoing",
  "promise/outcome",
  "video-call",
  "ice-servers",
].map((verb) => `/api/help-requests/:id/${verb}`);

/** Refusals that don't come from the access check: these verbs use the same status for other reasons. */
function isRefusedByVerb(endpoint: EndpointShape, actor: Actor, status: number): boolean {
  const name = nameOf(endpoint);
  if (name === "POST /api/login") return status === 401;
  if (name === "POST /api/auth/register") return status === 403;
  return askerOnly.includes(endpoint.path) && status === 403 && actor !== "grandparent";
}

describe("the access matrix", () => {
  it("knows every route", () => {
    expect(endpoints().map(nameOf).sort()).toEqual(Object.keys(samples).sort());
  });

  it("refuses to boot with a route that does not declare its access", async () => {
    const app = fastify();
    await app.register(async (api) => {
      await serveApi(api, server().world, []);
      expect(() => api.get("/api/undeclared", () => "")).toThrow("does not declare who may call it");
    });
    await app.close();
  });

  it("admits exactly the actors that each route declares", { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const { endpoint, actor } of endpoints().flatMap(withEach(actors))) {
      const { status } = await ask(endpoint, actor, await targetOf(endpoint, actor));
      if (!isAsDeclared(endpoint, actor, status))
        wrong.push(`${actor}: ${nameOf(endpoint)} answered ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it("requires a fresh proof for exactly these calls, five minutes after the last one", async () => {
    const refused: string[] = [];
    for (const endpoint of endpoints().filter(({ path }) => /^\/api\/(account|family)/.test(path))) {
      const client = await sessionOf(others.admin);
      await forgetProof(server(), others.admin);
      const parts = samples[nameOf(endpoint)]?.parts?.() ?? {};
      const { status, body } = await client.ask(endpoint, { ...parts, params: { id: 1, token: "none" } });
      if (status === 403 && Problem.parse(body).code === "fresh-proof-needed") refused.push(nameOf(endpoint));
    }
    expect(refused.sort()).toEqual([
      "DELETE /api/account/devices",
      "DELETE /api/account/devices/:id",
      "DELETE /api/account/email",
      "DELETE /api/account/passkeys/:id",
      "DELETE /api/family/members/:id",
      "POST /api/account/deletion",
      "POST /api/account/passkeys/options",
      "POST /api/family/deletion",
      "POST /api/family/members/:id/sign-in-code",
      "PUT /api/account/call-number",
      "PUT /api/account/email",
      "PUT /api/account/password",
      "PUT /api/account/phone-number",
      "PUT /api/family/members/:id",
    ]);
  });

  it("answers 404 for another family's targets and absent ones, and 400 for malformed IDs", {
    timeout: 120_000,
  }, async () => {
    const wrong: string[] = [];
    const targeted = endpoints().filter(
      (endpoint) => paramOf(endpoint) && !samples[nameOf(endpoint)]?.isPublicTarget,
    );
    for (const { endpoint, actor } of targeted.flatMap(withEach(roles)).filter(isAdmitted)) {
      const foreign = await targetOf(endpoint, actor, others);
      const found = [await ask(endpoint, actor, foreign), await ask(endpoint, actor, 999_999_999)];
      const malformed = await Promise.all(
        ["0", "1e3", "-1", "x' or 1=1"].map((id) => ask(endpoint, actor, id)),
      );
      const statuses = [...found, ...malformed].map(({ status }) => status).join();
      if (statuses !== "404,404,400,400,400,400")
        wrong.push(`${actor}: ${nameOf(endpoint)} answered ${statuses}`);
    }
    expect(wrong).toEqual([]);
  });

  it("a grandparent can invite while the family has no admin, and not afterwards", async () => {
    const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
    const body = { name: "Anna", email: "anna@example.com", role: "admin", familyId: rose.familyId };
    expect((await rose.client.ask(createInvitation, { body })).status).toBe(201);
    const other = { ...body, familyId: family.grandparent.familyId };
    const later = await sessionOf(family.grandparent);
    expect((await later.ask(createInvitation, { body: other })).status).toBe(403);
  });
});
