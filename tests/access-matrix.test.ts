// Checks every route with every actor and every target: each answers as its declared access says.
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { logout, register } from "#contract/accounts/sign-in.ts";
import type { Access, EndpointShape } from "#contract/endpoint.ts";
import { createInvitation } from "#contract/invitations.ts";
import { Problem } from "#contract/problem.ts";
import { roles } from "#contract/roles.ts";
import { serveApi } from "#server/platform/http/route.ts";
import { Client, type Parts } from "./support/client.ts";
import { useFeedServer } from "./support/feed-server.ts";
import {
  forgetProof,
  newOperator,
  newSession,
  type Person,
  proveFreshly,
  reyesFamily,
  signUp,
} from "./support/people.ts";
import type { Family } from "./support/sample-call.ts";
import { endpointsOf, nameOf, prepareParts, sampleOf } from "./support/sample-calls.ts";
import { useServer } from "./support/server.ts";

const server = useServer({ limits: { pendingInvitations: 10_000, helpRequestsPerHour: 10_000 } });
const feeds = useFeedServer();

const actors = ["anonymous", "expired", "revoked", ...roles, "operator"] as const;
type Actor = (typeof actors)[number];

/** The actors that each access level admits. An inviter is the admin, because this family has one. */
const admitted: Record<Access, readonly Actor[]> = {
  anyone: actors,
  visitor: actors,
  person: roles,
  member: roles,
  helper: ["child", "admin"],
  admin: ["admin"],
  grandparent: ["grandparent"],
  inviter: ["admin"],
  operator: ["operator"],
};

const isRole = (actor: Actor): boolean => roles.some((role) => role === actor);
const isAdmitted = ({ access }: EndpointShape, actor: Actor) => admitted[access].includes(actor);

/** The member of a family in whose place the actor is. */
const memberFor: Record<Actor, keyof Family> = {
  anonymous: "anna",
  expired: "anna",
  revoked: "anna",
  admin: "anna",
  child: "ben",
  grandparent: "rose",
  operator: "anna",
};

let operator: Person | undefined;

async function operatorsClient(): Promise<Client> {
  operator ??= await newOperator(server());
  await proveFreshly(server(), operator);
  return operator.client;
}

async function clientOf(actor: Actor, family: Family): Promise<Client> {
  if (actor === "anonymous") return new Client(server().url);
  if (actor === "operator") return await operatorsClient();
  if (actor === "expired") return newSession(server(), family.anna, -1);
  if (actor !== "revoked") return family[memberFor[actor]].client;
  const client = await newSession(server(), family.anna);
  await client.call(logout);
  return client;
}

/** The parts of a call that can succeed in this family. */
const partsIn = async (family: Family, endpoint: EndpointShape, actor: Actor): Promise<Parts> =>
  (await prepareParts(server(), feeds, endpoint, { family, caller: memberFor[actor] })).parts;

/** Prepares a call in a new family, for each actor who makes it there. */
async function prepared(endpoint: EndpointShape, caller: Actor): Promise<(by: Actor) => Promise<number>> {
  const family = await reyesFamily(server());
  const parts = await partsIn(family, endpoint, caller);
  return async (by) => (await (await clientOf(by, family)).ask(endpoint, parts)).status;
}

/** How each actor is answered. Refused calls and reads change nothing, so they are made in one family. */
async function statusesOf(endpoint: EndpointShape): Promise<[Actor, number][]> {
  const shared = await prepared(endpoint, "admin");
  const statuses: [Actor, number][] = [];
  for (const actor of actorsFor(endpoint)) {
    const changes = endpoint.method !== "GET" && isAdmitted(endpoint, actor);
    const call = changes ? await prepared(endpoint, actor) : shared;
    statuses.push([actor, await call(actor)]);
  }
  return statuses;
}

/** The name of the id in the path, if it is a family's. Anybody may use a token. */
function idIn(endpoint: EndpointShape): string | undefined {
  const [, name] = /:(\w+)/.exec(endpoint.path) ?? [];
  return name === "token" || sampleOf(endpoint).isOfNoFamily ? undefined : name;
}

/** The answers about another family's target, an absent one, and malformed ids. */
async function statusesForWrongIds(endpoint: EndpointShape, name: string, actor: Actor): Promise<string> {
  const foreign = await partsIn(await reyesFamily(server()), endpoint, actor);
  const client = await clientOf(actor, await reyesFamily(server()));
  const statuses = [(await client.ask(endpoint, foreign)).status];
  for (const id of [999_999_999, "0", "1e3", "-1", "x' or 1=1"])
    statuses.push((await client.ask(endpoint, { ...foreign, params: { [name]: id } })).status);
  return statuses.join();
}

/** What belongs to the person who calls is tried by the three members, so the operator calls only what is of a family or theirs. */
const actorsFor = ({ access }: EndpointShape): readonly Actor[] =>
  actors.filter((actor) => actor !== "operator" || !["anyone", "visitor", "person"].includes(access));

function isAsDeclared(endpoint: EndpointShape, actor: Actor, status: number): boolean {
  // An operator who is in no family finds none.
  if (actor === "operator" && endpoint.access !== "operator") return status === 404;
  if (!isAdmitted(endpoint, actor)) return status === (isRole(actor) ? 403 : 401);
  const isRefusedByRule = sampleOf(endpoint).refuses?.some((role) => role === actor);
  // The number was proved in another browser.
  if (isRefusedByRule || endpoint.path === register.path) return status === 403;
  return ![401, 403].includes(status);
}

describe("the access matrix", () => {
  it("refuses to boot with a route that does not declare its access", async () => {
    const app = fastify();
    await app.register(async (api) => {
      await serveApi(api, server().world, []);
      expect(() => api.get("/api/undeclared", () => "")).toThrow("does not declare who may call it");
    });
    await app.close();
  });

  it("admits exactly the actors that each route declares", { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    for (const endpoint of endpointsOf(server()))
      for (const [actor, status] of await statusesOf(endpoint))
        if (!isAsDeclared(endpoint, actor, status))
          wrong.push(`${actor}: ${nameOf(endpoint)} answered ${status}`);
    expect(wrong).toEqual([]);
  });

  it("requires a fresh proof for exactly these calls, five minutes after the last one", async () => {
    const refused: string[] = [];
    for (const endpoint of endpointsOf(server()).filter(({ path }) =>
      /^\/api\/(account|family)/.test(path),
    )) {
      const family = await reyesFamily(server());
      const parts = await partsIn(family, endpoint, "admin");
      await forgetProof(server(), family.anna);
      const { status, body } = await family.anna.client.ask(endpoint, parts);
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
    timeout: 300_000,
  }, async () => {
    const wrong: string[] = [];
    for (const endpoint of endpointsOf(server())) {
      const name = idIn(endpoint);
      for (const actor of roles.filter((role) => name && isAdmitted(endpoint, role))) {
        const statuses = await statusesForWrongIds(endpoint, name ?? "", actor);
        if (statuses !== "404,404,400,400,400,400")
          wrong.push(`${actor}: ${nameOf(endpoint)} answered ${statuses}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("a grandparent can invite while the family has no admin, and not afterwards", async () => {
    const body = { name: "Carl", email: "carl@example.com", role: "child" };
    const invitedBy = async ({ client, familyId }: Person) =>
      (await client.ask(createInvitation, { body: { ...body, familyId } })).status;
    expect(await invitedBy(await signUp(server(), { name: "Rose", role: "grandparent" }))).toBe(201);
    expect(await invitedBy((await reyesFamily(server())).rose)).toBe(403);
  });
});
