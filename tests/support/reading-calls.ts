// One successful call of every endpoint that reads, from a new family.
import { getAccountChange } from "#contract/accounts/changes.ts";
import { getPersonPicture } from "#contract/accounts/pictures.ts";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listConnectedCalendars } from "#contract/calendar/google.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { getHelloPicture, getHelloVoiceMessage } from "#contract/hellos.ts";
import { getHelpAnswer } from "#contract/help/answers.ts";
import { getGuidePicture } from "#contract/help/guides.ts";
import { listPastRequests } from "#contract/help/past-requests.ts";
import { listHelpPhrases } from "#contract/help/phrases.ts";
import { getHelpPicture, getHelpVoiceMessage, listReplies } from "#contract/help/replies.ts";
import { getHelpRequest } from "#contract/help/requests.ts";
import { getThingPicture } from "#contract/help/things.ts";
import { getVideoCall, listIceServers } from "#contract/help/video-calls.ts";
import * as invitations from "#contract/invitations.ts";
import { getFamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { getTestAnswer } from "#contract/reachability.ts";
import { Client } from "./client.ts";
import { expireInvitations, invite } from "./people.ts";
import { sendFace, sendGuidePicture, sendThing } from "./photos.ts";
import { connectAs } from "./sign-in/calendar.ts";
import { at, type WritingCall } from "./writing-calls/call.ts";
import {
  askedFor,
  delivered,
  saidVoiceMessage,
  shownPicture,
  taken,
  tested,
} from "./writing-calls/family-life.ts";
import { saidHello, shownHello } from "./writing-calls/hellos.ts";
import { aboutToBeDeleted, changedPassword } from "./writing-calls/people.ts";

/** The calls that need more than a member of a family. */
const particular: readonly WritingCall[] = [
  {
    endpoint: getAccountChange,
    prepare: async (situation) => ({
      client: new Client(situation.server.url),
      parts: { params: { token: await changedPassword(situation) } },
    }),
  },
  {
    endpoint: getFamilyDeletion,
    prepare: async (situation) => ({
      client: new Client(situation.server.url),
      parts: { params: { token: await aboutToBeDeleted(situation) } },
    }),
  },
  {
    endpoint: invitations.listInvitations,
    prepare: ({ anna: { familyId } }) => ({ parts: { params: { familyId } } }),
  },
  {
    endpoint: invitations.verifyInvitation,
    prepare: async ({ anna }) => ({ parts: { query: { code: await invite(anna, "child") } } }),
  },
  {
    endpoint: invitations.getExpiredInvitation,
    async prepare({ server, anna }) {
      const code = await invite(anna, "child");
      await expireInvitations(server, anna);
      return { parts: { query: { code } } };
    },
  },
  { endpoint: listHelpPhrases, prepare: () => at(1) },
  { endpoint: listPastRequests, prepare: () => ({ parts: { query: { before: "1000" } } }) },
  { endpoint: getHelpRequest, prepare: async (family) => at(await askedFor(family)) },
  { endpoint: listReplies, prepare: async (family) => at((await shownPicture(family)).requestId) },
  { endpoint: getHelpPicture, prepare: async (family) => at((await shownPicture(family)).pictureId) },
  { endpoint: getHelpVoiceMessage, prepare: async (family) => at(await saidVoiceMessage(family)) },
  { endpoint: getGuidePicture, prepare: async ({ ben }) => at(await sendGuidePicture(ben.client)) },
  {
    endpoint: getPersonPicture,
    prepare: async ({ ben }) => at(await sendFace(ben.client)),
  },
  {
    endpoint: getHelloPicture,
    async prepare({ ben }) {
      const { pictures } = await shownHello(ben.client);
      return { parts: { params: { id: pictures[0]?.id ?? 0 }, query: { size: "small" } } };
    },
  },
  {
    endpoint: getHelloVoiceMessage,
    prepare: async ({ ben }) => at((await saidHello(ben.client)).voiceMessage?.id ?? 0),
  },
  { endpoint: getThingPicture, prepare: async ({ anna }) => at((await sendThing(anna.client)).pictureId) },
  { endpoint: getVideoCall, prepare: async (family) => at(await askedFor(family)) },
  {
    endpoint: listIceServers,
    prepare: async (family) => ({ client: family.rose.client, ...at((await taken(family)).id) }),
  },
  {
    endpoint: getHelpAnswer,
    prepare: async (situation) => ({ parts: { params: { token: await delivered(situation) } } }),
  },
  {
    endpoint: getTestAnswer,
    prepare: async (situation) => ({ parts: { params: { token: await tested(situation) } } }),
  },
  {
    endpoint: listCalendarEvents,
    prepare: () => ({ parts: { query: { from: "2026-11-01", to: "2026-11-30" } } }),
  },
  {
    endpoint: listConnectedCalendars,
    async prepare({ anna }) {
      await connectAs(anna, { account: "sandbox-anna" });
      return {};
    },
  },
];

/** Returns the call of an endpoint that reads. Most need only somebody who is signed in. */
export const readingCall = (endpoint: EndpointShape): WritingCall =>
  particular.find((call) => call.endpoint.path === endpoint.path) ?? { endpoint };
