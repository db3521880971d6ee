// The parts of an endpoint's call.
import { randomBytes } from "node:crypto";
import type { EndpointShape } from "#contract/endpoint.ts";
import type { Client, Parts } from "../client.ts";
import type { FeedServer } from "../feed-server.ts";
import type * as people from "../people.ts";
import type { TestServer } from "../server.ts";
import { pageOf } from "../sign-in/passkeys.ts";

export type Family = Awaited<ReturnType<typeof people.reyesFamily>>;

export interface Call {
  /** The client that makes the call; by default Anna's. */
  client?: Client;
  parts?: Parts;
}

export interface Situation extends Family {
  server: TestServer;
  feeds: FeedServer;
}

export interface WritingCall {
  endpoint: EndpointShape;
  prepare?: (situation: Situation) => Promise<Call> | Call;
}

export const origin = (server: TestServer) => ({ origin: pageOf(server) });
export const body = (value: unknown): Call => ({ parts: { body: value } });
export const at = (id: number, value?: unknown): Call => ({
  parts: { params: { id }, ...(value !== undefined && { body: value }) },
});

/** A push subscription as a browser makes one. */
export const browser = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString("hex")}`,
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
});

export const puzzle = {
  question: "Which is the red planet?",
  options: ["Mars", "Venus"],
  correctAnswer: "Mars",
};
export const newGuide = {
  title: "Get the TV picture back",
  phraseId: 101,
  steps: [{ sentence: "Press the red button." }, { sentence: "Wait one minute." }],
};
export const concert = { title: "Concert", date: "2026-11-24T10:00", location: "Park" };
export const shownEvents = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
