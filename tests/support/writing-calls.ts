// One successful call of every endpoint that writes, from a new family.
import { minuteMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import type { FeedServer } from "./feed-server.ts";
import * as people from "./people.ts";
import { readingCall } from "./reading-calls.ts";
import type { TestServer } from "./server.ts";
import type { Family, WritingCall } from "./writing-calls/call.ts";
import { callsAboutLife } from "./writing-calls/family-life.ts";
import { callsAboutGoogleCalendar } from "./writing-calls/google-calendar.ts";
import { callsAboutGuides } from "./writing-calls/guides.ts";
import { callsAboutHellos } from "./writing-calls/hellos.ts";
import { callsAboutLights } from "./writing-calls/lights.ts";
import { callsAboutPeople } from "./writing-calls/people.ts";
import { callsAboutThings } from "./writing-calls/things.ts";

export const writingCalls: readonly WritingCall[] = [
  ...callsAboutPeople,
  ...callsAboutLife,
  ...callsAboutGoogleCalendar,
  ...callsAboutGuides,
  ...callsAboutThings,
  ...callsAboutHellos,
  ...callsAboutLights,
];

const nameOf = ({ method, path }: EndpointShape): string => `${method} ${path}`;

/** Prepares the call of an endpoint, and returns a function that makes it. Without a family, it is made in a new one. */
export async function prepareCall(
  server: TestServer,
  feeds: FeedServer,
  endpoint: EndpointShape,
  existing?: Family,
): Promise<() => Promise<unknown>> {
  const found =
    endpoint.method === "GET"
      ? readingCall(endpoint)
      : writingCalls.find((call) => nameOf(call.endpoint) === nameOf(endpoint));
  if (!found) throw new Error(`There is no call of ${nameOf(endpoint)}.`);
  const family = existing ?? (await people.reyesFamily(server));
  server.clock.advance(minuteMs);
  const { client = family.anna.client, parts } = (await found.prepare?.({ ...family, server, feeds })) ?? {};
  return () => client.call(endpoint, parts);
}
