// What the sample calls of a feature look like. They lie beside the feature, in its `sample-calls.ts`.
import type { RecordedChange } from "#contract/activity.ts";
import type { EndpointsIn, NameOf } from "#contract/api.ts";
import type { Role } from "#contract/families.ts";
import type { Client, Parts } from "./client.ts";
import type { FeedServer } from "./feed-server.ts";
import type { Person, reyesFamily } from "./people.ts";
import type { TestServer } from "./server.ts";

export type Family = Awaited<ReturnType<typeof reyesFamily>>;

export interface Situation extends Family {
  server: TestServer;
  feeds: FeedServer;
  /** The member who makes the call: Anna, or in the access matrix each of the three. */
  caller: Person;
}

interface Call extends Parts {
  /** Who makes the call, if neither the caller does nor, where no sign-in is needed, a stranger. */
  by?: { client: Client };
}

/** One call of an endpoint that succeeds. The general tests make it in many ways. */
export interface ReadingCall {
  /** Does what has to come before, and returns the parts of the call. */
  prepare?: (situation: Situation) => Call | undefined | Promise<Call | undefined>;
  /** Members whom the declared access admits, but whom the rule refuses what only somebody else may do. */
  refuses?: readonly Role[];
  /** The id in the path belongs to no family. */
  isOfNoFamily?: true;
}

export interface WritingCall extends ReadingCall {
  /** What the activity log then says, each with the name of the person who did it, or why it says nothing. */
  records: readonly (readonly [who: string | null, change: RecordedChange])[] | RecordsNothing;
}

type RecordsNothing =
  | "nothing: only this person's own devices, screens and messages change"
  | "nothing: it is a step on the way to something that is recorded"
  | "nothing: the family is new, and has nobody else in it"
  | "nothing: a request for help keeps its own history"
  | "nothing: a hello says itself who gave and who loved it"
  | "nothing: a light says itself who turned it on, and is private to its person otherwise"
  | "nothing: it changes what the day shows"
  | "nothing: only the room for its pictures changes, which its admins see"
  | "nothing: it is about no family";

/** A sample call for every endpoint of a module of the contract, or of several. */
export type SampleCalls<Module> = {
  readonly [E in EndpointsIn<Module> as NameOf<E>]: E["method"] extends "GET" ? ReadingCall : WritingCall;
};
