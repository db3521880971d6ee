// The sample calls of all endpoints. A feature with a new `sample-calls.ts` is added here.
import type { Api } from "#contract/api.ts";
import { minuteMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { routesOf } from "#server/app.ts";
import { passkeyCalls } from "#server/features/accounts/passkeys/sample-calls.ts";
import { accountCalls } from "#server/features/accounts/sample-calls.ts";
import { activityCalls } from "#server/features/activity/sample-calls.ts";
import { birthdayCalls } from "#server/features/birthdays/sample-calls.ts";
import { googleCalendarCalls } from "#server/features/calendar/google/sample-calls.ts";
import { manualEventCalls } from "#server/features/calendar/manual-events/sample-calls.ts";
import { publishedCalendarCalls } from "#server/features/calendar/published/sample-calls.ts";
import { reminderCalls } from "#server/features/calendar/reminders/sample-calls.ts";
import { calendarCalls } from "#server/features/calendar/sample-calls.ts";
import { cellCalls } from "#server/features/cells/sample-calls.ts";
import { familyCalls } from "#server/features/families/sample-calls.ts";
import { helloCalls } from "#server/features/hellos/sample-calls.ts";
import { answerCalls } from "#server/features/help/answers/sample-calls.ts";
import { guideCalls } from "#server/features/help/guides/sample-calls.ts";
import { phraseCalls } from "#server/features/help/phrases/sample-calls.ts";
import { planCalls } from "#server/features/help/plan/sample-calls.ts";
import { promiseCalls } from "#server/features/help/promises/sample-calls.ts";
import { replyCalls } from "#server/features/help/replies/sample-calls.ts";
import { requestCalls } from "#server/features/help/requests/sample-calls.ts";
import { scamCalls } from "#server/features/help/scams/sample-calls.ts";
import { thingCalls } from "#server/features/help/things/sample-calls.ts";
import { videoCallCalls } from "#server/features/help/video-calls/sample-calls.ts";
import { webhookCalls } from "#server/features/help/webhook/sample-calls.ts";
import { homeCalls } from "#server/features/home/sample-calls.ts";
import { invitationCalls } from "#server/features/invitations/sample-calls.ts";
import { letterCalls } from "#server/features/letters/sample-calls.ts";
import { lightCalls } from "#server/features/lights/sample-calls.ts";
import { localEventCalls } from "#server/features/local-events/sample-calls.ts";
import { operatorCalls } from "#server/features/operator/sample-calls.ts";
import { personalDataCalls } from "#server/features/personal-data/sample-calls.ts";
import { phoneDoorCalls } from "#server/features/phone-doors/sample-calls.ts";
import { puzzleCalls } from "#server/features/puzzles/sample-calls.ts";
import { questionCalls } from "#server/features/questions/sample-calls.ts";
import { reachabilityCalls } from "#server/features/reachability/sample-calls.ts";
import { messageCalls } from "#server/platform/messages/sample-calls.ts";
import { Client, type Parts } from "./client.ts";
import type { FeedServer } from "./feed-server.ts";
import { reyesFamily } from "./people.ts";
import type { Family, ReadingCall, WritingCall } from "./sample-call.ts";
import type { TestServer } from "./server.ts";

const calls: Record<keyof Api, ReadingCall> = {
  ...accountCalls,
  ...passkeyCalls,
  ...cellCalls,
  ...familyCalls,
  ...invitationCalls,
  ...requestCalls,
  ...answerCalls,
  ...guideCalls,
  ...phraseCalls,
  ...planCalls,
  ...promiseCalls,
  ...replyCalls,
  ...scamCalls,
  ...thingCalls,
  ...videoCallCalls,
  ...webhookCalls,
  ...helloCalls,
  ...lightCalls,
  ...questionCalls,
  ...letterCalls,
  ...calendarCalls,
  ...googleCalendarCalls,
  ...manualEventCalls,
  ...publishedCalendarCalls,
  ...reminderCalls,
  ...phoneDoorCalls,
  ...puzzleCalls,
  ...localEventCalls,
  ...messageCalls,
  ...reachabilityCalls,
  ...activityCalls,
  ...birthdayCalls,
  ...homeCalls,
  ...personalDataCalls,
  ...operatorCalls,
};

/** The sample call of every endpoint by its name, such as "GET /api/family". */
export const sampleCalls: ReadonlyMap<string, ReadingCall> = new Map(Object.entries(calls));

const isWriting = (named: readonly [string, ReadingCall]): named is [string, WritingCall] =>
  !named[0].startsWith("GET ");

/** The sample call of every endpoint that writes, with its name. */
export const writingCalls = [...sampleCalls].filter(isWriting);

export const nameOf = ({ method, path }: EndpointShape): string => `${method} ${path}`;

export const endpointsOf = ({ world }: TestServer): EndpointShape[] =>
  routesOf(world).map(({ endpoint }) => endpoint);

export function endpointNamed(server: TestServer, name: string): EndpointShape {
  const found = endpointsOf(server).find((endpoint) => nameOf(endpoint) === name);
  if (!found) throw new Error(`No route answers ${name}.`);
  return found;
}

export function sampleOf(endpoint: EndpointShape): ReadingCall {
  const found = sampleCalls.get(nameOf(endpoint));
  if (!found) throw new Error(`${nameOf(endpoint)} has no sample call.`);
  return found;
}

interface Given {
  /** A new one if it is not given. */
  family?: Family;
  /** Anna if nobody else is given. */
  caller?: keyof Family;
}

/** Does what has to come before the call of an endpoint. Returns its parts, and the client that makes it. */
export async function prepareParts(
  server: TestServer,
  feeds: FeedServer,
  endpoint: EndpointShape,
  given: Given = {},
): Promise<{ client: Client; parts: Parts }> {
  const family = given.family ?? (await reyesFamily(server));
  const caller = family[given.caller ?? "anna"];
  server.clock.advance(minuteMs);
  const call = await sampleOf(endpoint).prepare?.({ ...family, server, feeds, caller });
  const { by = endpoint.access === "anyone" ? { client: new Client(server.url) } : caller, ...parts } =
    call ?? {};
  return { client: by.client, parts };
}

/** Prepares the call of an endpoint, and returns a function that makes it. */
export async function prepareCall(...of: Parameters<typeof prepareParts>): Promise<() => Promise<unknown>> {
  const { client, parts } = await prepareParts(...of);
  const [, , endpoint] = of;
  return () => client.call(endpoint, parts);
}
