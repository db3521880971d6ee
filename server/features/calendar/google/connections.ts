// Connecting and disconnecting a Google account. Its permission is stored under the server's key. Each attempt is one row,
// which outlives the return of its session from Google by a minute, for repeats.
import { minuteMs } from "#contract/durations.ts";
import {
  doOnce,
  expired,
  isState,
  type OneUse,
  type Stage,
  stateHash,
} from "#server/features/accounts/providers/one-use-states.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Forbidden } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { randomCode } from "#server/platform/secrets.ts";
import type { AuthorizationRequest, ProviderAccount, World } from "#server/platform/world.ts";
import { refreshFamily } from "../subscriptions/refresh-job.ts";
import { permissionOf, revokePermissions } from "./permissions.ts";
import * as queries from "./queries.ts";
import { shareOwnCalendar } from "./sharing.ts";
import { googleCalendars } from "./sync.ts";

const tenMinutes = 10 * minuteMs;

/** Returns the state, which the browser takes to Google and back. */
async function beginAttempt(
  { database: { kysely: db }, clock }: World,
  { familyId, sessionId }: Member,
): Promise<string> {
  const now = clock.now();
  const state = randomCode();
  await queries.deleteExpiredAttempts(db, now);
  await queries.insertAttempt(db, {
    family_id: familyId,
    session_id: sessionId,
    state_hash: stateHash(state, "begun"),
    expires_at: new Date(now.getTime() + tenMinutes),
  });
  return state;
}

/** Only a state of this session moves, so that no link can connect somebody else's calendar. */
function oneUseOf(
  { database: { kysely: db }, clock }: World,
  { familyId, sessionId }: Member,
  state: string,
): OneUse {
  const own = (stage: Stage) => ({
    family_id: familyId,
    session_id: sessionId,
    state_hash: stateHash(state, stage),
  });
  return {
    async move(from, to) {
      const now = clock.now();
      const changes = { state_hash: stateHash(state, to), expires_at: new Date(now.getTime() + minuteMs) };
      return await queries.updateAttempt(db, own(from), changes, now);
    },
    async isAt(stage) {
      return (await queries.findAttempt(db, own(stage), clock.now())) !== undefined;
    },
    async drop() {
      await queries.deleteAttempt(db, own("taken"));
    },
  };
}

export const callbackPath = "/api/calendar/google/callback";

const readOnly = "https://www.googleapis.com/auth/calendar.readonly";

const authorizationRequest = ({ config }: World, state: string): AuthorizationRequest => ({
  redirectUri: config.publicUrl + callbackPath,
  scope: `openid email ${readOnly}`,
  state,
  // Google issues a refresh token only for a request with these parameters.
  extra: { access_type: "offline", prompt: "consent" },
});

/** The person who connected the account gets its events in their own app, so their published calendar changes too. */
const liveEvents = ["calendar-settings", "calendar-events", "published-calendar"] as const;

/** Also returns false if Google has withdrawn our permission. */
export async function isConnected(db: Db, familyId: number): Promise<boolean> {
  return (await queries.findConnection(db, familyId))?.revoked_at === null;
}

/** Whether this member connected the account. */
export async function hasConnected(db: Db, familyId: number, personId: number): Promise<boolean> {
  return (await queries.findConnection(db, familyId))?.connected_by === personId;
}

/** Returns the URL to send the browser to, relative to one of our pages. */
export async function calendarAuthUrl(world: World, member: Member): Promise<string> {
  return await world.senders.google.authorizationUrl(
    authorizationRequest(world, await beginAttempt(world, member)),
  );
}

/** Connecting the same account again keeps its chosen calendars. A different account replaces the previous one. */
async function storeConnection(
  { database, secrets, clock }: World,
  member: Member,
  subject: string,
  token: string,
) {
  const { familyId } = member;
  const now = clock.now();
  const connection = {
    family_id: familyId,
    connected_by: member.id,
    subject,
    connected_at: now,
    revoked_at: null,
    sealed_refresh_token: secrets.seal(token),
  };
  await database.kysely.transaction().execute(async (trx) => {
    await queries.upsertConnection(trx, connection);
    await queries.makeDue(trx, familyId, now);
    await recordActivity(trx, { familyId, personId: member.id, at: now }, { kind: "calendar-connected" });
    await publish(trx, familyId, ...liveEvents);
  });
}

/** People can sign in at Google without granting the access that was requested. */
function permissionIn({ scope, refreshToken }: ProviderAccount): string {
  if (refreshToken && scope.split(" ").includes(readOnly)) return refreshToken;
  throw new Forbidden("Google did not allow Porchlight to see your calendar.");
}

/** Connects the account with the parameters that the browser came back with. */
export async function connect(world: World, member: Member, parameters: URLSearchParams): Promise<void> {
  const state = parameters.get("state") ?? "";
  if (!isState(state)) throw new Forbidden(expired);
  await doOnce(oneUseOf(world, member, state), async () => {
    const account = await world.senders.google.exchangeCode(authorizationRequest(world, state), parameters);
    const { familyId } = member;
    const before = await permissionOf(world, familyId);
    await storeConnection(world, member, account.subject, permissionIn(account));
    await revokePermissions(world, familyId);
    if (before?.subject === account.subject) await refreshFamily(world, googleCalendars, familyId);
    else await shareOwnCalendar(world, familyId);
  });
}

/** Deletes the connection and its events here, even if Google cannot be reached. */
export async function disconnect(world: World, { familyId, id: personId }: Member): Promise<void> {
  const doing = { familyId, personId, at: world.clock.now() };
  await world.database.kysely.transaction().execute(async (trx) => {
    if (await queries.deleteConnection(trx, familyId))
      await recordActivity(trx, doing, { kind: "calendar-disconnected" });
    await publish(trx, familyId, ...liveEvents);
  });
  await revokePermissions(world, familyId);
}
