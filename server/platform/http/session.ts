import type { FastifyRequest } from "fastify";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { Access } from "#contract/endpoint.ts";
import type { Role } from "#contract/families.ts";
import { type FamilySwitch, switchedOffWords } from "#contract/family-switches.ts";
import { hasAccess } from "#contract/roles.ts";
import { switchColumns } from "#server/platform/db/family-switches.ts";
import { Conflict, Forbidden, FreshProofNeeded, NotFound, NotSignedIn } from "#server/platform/errors.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { extendSession, findSession } from "./queries.ts";

export const sessionCookie = "porchlight_session";

/** How long somebody who has proven who they are can change what needs a fresh proof. */
const freshProofMs = 5 * minuteMs;
/** The use of a session is stored no more often than this. */
export const touchEveryMs = hourMs;

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>> & {
  readonly is_freshly_proven: boolean;
};

/** A person who is signed in. The private field keeps other code from making one. */
class ProvenPerson {
  readonly #token: string;
  readonly #row: SessionRow;
  readonly id: number;
  readonly name: string;
  readonly sessionId: number;
  readonly isFreshlyProven: boolean;

  constructor(row: SessionRow, token: string) {
    this.id = row.person_id;
    this.name = row.username;
    this.sessionId = row.session_id;
    this.isFreshlyProven = row.is_freshly_proven;
    this.#token = token;
    this.#row = row;
  }

  get token(): string {
    return this.#token;
  }

  /** The row that proves it. */
  get row(): SessionRow {
    return this.#row;
  }
}

/** A person in the family that is open on their device. Verbs of a family require it as proof. */
class ProvenMember extends ProvenPerson {
  readonly familyId: number;
  readonly role: Role;
  readonly familyHasAdmin: boolean;

  constructor(row: SessionRow & { family_id: number; role: Role }, token: string) {
    super(row, token);
    this.familyId = row.family_id;
    this.role = row.role;
    this.familyHasAdmin = row.family_has_admin;
  }

  /** Whether the family has this turned on. */
  has(name: FamilySwitch): boolean {
    return this.row[switchColumns[name]] === true;
  }
}

export type Person = ProvenPerson;
export type Member = ProvenMember;

/** Each use extends a session: by half a year for grandparents, by thirty days for others. */
export const endOfSession = (role: Role | null | undefined, now: Date): Date =>
  new Date(now.getTime() + (role === "grandparent" ? 180 : 30) * dayMs);

const adopted = new WeakMap<FastifyRequest, string>();

/** Makes the request belong to the session that it has just started. */
export const adoptSession = (request: FastifyRequest, token: string): void =>
  void adopted.set(request, token);
export const adoptedToken = (request: FastifyRequest): string | undefined => adopted.get(request);

/** The format is in RFC 6750, section 2.1. */
const bearerHeader = /^Bearer ([\w.~+/-]+=*)$/;

export function bearerOf(request: FastifyRequest): string | undefined {
  return bearerHeader.exec(request.headers.authorization ?? "")?.[1];
}

/** An Authorization header that is not a bearer token must not hide which session a cookie belongs to. */
function refuseUnreadableAuthorization(request: FastifyRequest): void {
  const { authorization } = request.headers;
  if (authorization === undefined || bearerOf(request) !== undefined) return;
  if (request.cookies[sessionCookie] !== undefined) throw new NotSignedIn();
}

/** Writes need the bearer token, so that no other site can cause one. Reads accept the cookie too. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = adoptedToken(request) ?? bearerOf(request);
  if (token !== undefined) return token;
  return request.method === "GET" ? request.cookies[sessionCookie] : undefined;
}

interface Session {
  row: SessionRow;
  token: string;
}

async function findSessionOf({ database, clock }: World, token: string): Promise<Session | undefined> {
  const now = clock.now();
  const row = await findSession(database.reads, fingerprint(token), now);
  if (!row) return undefined;
  const ageMs = (at: Date) => now.getTime() - at.getTime();
  if (ageMs(row.last_used_at) > touchEveryMs)
    await extendSession(database.kysely, row.session_id, now, endOfSession(row.role, now));
  const isFresh = row.proven_at !== null && ageMs(row.proven_at) < freshProofMs;
  return { row: { ...row, is_freshly_proven: isFresh }, token };
}

/** The rate limit and the access check of one request share one query. */
const found = new WeakMap<FastifyRequest, { token: string; session: Promise<Session | undefined> }>();

/** Proves a request by a session row from memory. The row must be what the database would say now. */
export function presumeSession(request: FastifyRequest, row: SessionRow, token: string): void {
  found.set(request, { token, session: Promise.resolve({ row, token }) });
}

/** Returns undefined without a valid token. */
async function readSession(world: World, request: FastifyRequest): Promise<Session | undefined> {
  refuseUnreadableAuthorization(request);
  const token = tokenOf(request);
  if (!token) return undefined;
  const earlier = found.get(request);
  if (earlier?.token === token) return await earlier.session;
  const session = findSessionOf(world, token);
  found.set(request, { token, session });
  return await session;
}

/** Returns the token that the request carries if it belongs to no session here. */
export async function unknownToken(world: World, request: FastifyRequest): Promise<string | undefined> {
  return (await readSession(world, request)) ? undefined : tokenOf(request);
}

/** Returns the id of the session that the request proves. */
export const provenSessionId = async (world: World, request: FastifyRequest): Promise<number | undefined> =>
  (await readSession(world, request))?.row.session_id;

/** Returns the id of the person whose session the request proves. */
export const provenPersonId = async (world: World, request: FastifyRequest): Promise<number | undefined> =>
  (await readSession(world, request))?.row.person_id;

function memberOf({ row, token }: Session): Member | undefined {
  const { family_id, role } = row;
  return family_id === null || role === null
    ? undefined
    : new ProvenMember({ ...row, family_id, role }, token);
}

export function requireFreshProof({ isFreshlyProven }: Person): void {
  if (!isFreshlyProven) throw new FreshProofNeeded();
}

export function requireSwitchedOn(name: FamilySwitch, member: Pick<Member, "has">): void {
  if (!member.has(name)) throw new Conflict(switchedOffWords(name));
}

export interface Caller {
  person?: Person;
  member?: Member;
}

/** Proves that the caller has the access that the endpoint declares. */
export async function proveCaller(world: World, request: FastifyRequest, access: Access): Promise<Caller> {
  if (access === "anyone") return {};
  const session = await readSession(world, request);
  const member = session && memberOf(session);
  if (access === "visitor") return member ? { member } : {};
  // Any failure to prove who is calling is the same 401.
  if (!session) throw new NotSignedIn();
  if (access === "operator" && !session.row.is_operator) throw new Forbidden();
  if (access === "person" || access === "operator")
    return { person: new ProvenPerson(session.row, session.token) };
  if (!member) throw new NotFound("You haven't joined a family yet.");
  if (!hasAccess(access, member)) throw new Forbidden();
  return { person: member, member };
}
