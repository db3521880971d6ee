import * as events from "#contract/calendar/manual-events.ts";
import * as published from "#contract/calendar/published.ts";
import { changeReminders } from "#contract/calendar/reminders.ts";
import * as settings from "#contract/calendar/settings.ts";
import { minuteMs } from "#contract/durations.ts";
import * as answers from "#contract/help/answers.ts";
import * as phrases from "#contract/help/phrases.ts";
import { changeEscalationPlan, defaultSteps, restoreEscalationPlan } from "#contract/help/plan.ts";
import * as promises from "#contract/help/promises.ts";
import * as replies from "#contract/help/replies.ts";
import * as help from "#contract/help/requests.ts";
import * as scams from "#contract/help/scams.ts";
import * as videoCalls from "#contract/help/video-calls.ts";
import * as localEvents from "#contract/local-events.ts";
import * as messages from "#contract/messages.ts";
import { PushPayload } from "#contract/push-payload.ts";
import * as puzzles from "#contract/puzzles.ts";
import * as reachability from "#contract/reachability.ts";
import { messageToken } from "#server/platform/messages/message-links.ts";
import { Client } from "../client.ts";
import { deliverDue } from "../due-work.ts";
import { dentist, plan as planEvent } from "../events.ts";
import { addFeedRow, calendar, type FeedServer } from "../feed-server.ts";
import { photo } from "../photos.ts";
import { shown } from "../puzzles.ts";
import { testTokenIn, textTo } from "../reachability.ts";
import { recording, sendVoiceMessage } from "../recordings.ts";
import { anHourBefore } from "../reminders.ts";
import {
  at,
  body,
  browser,
  type Call,
  concert,
  type Family,
  puzzle,
  type Situation,
  shownEvents,
  type WritingCall,
} from "./call.ts";

const plan = { steps: [...defaultSteps], firstContactId: null, quietHours: null };
const text = "I need a light bulb changed.";
export const askedFor = async ({ rose }: Family, asked: help.NewHelpRequest = { text }) =>
  (await rose.client.call(help.askForHelp, { body: asked })).id;
const takenByAnna = async (family: Family) => {
  const id = await askedFor(family);
  await family.anna.client.call(help.acknowledgeHelpRequest, { params: { id } });
  return id;
};

const keyed = ({ parts }: Call): Call => ({ parts: { ...parts, headers: { "idempotency-key": "a-key" } } });

/** Sends Rose's picture of what she needs help with. */
export async function shownPicture(family: Family) {
  const requestId = await askedFor(family);
  const { parts = {} } = keyed({ parts: { params: { id: requestId }, upload: await photo() } });
  const { id: replyId, picture } = await family.rose.client.call(replies.addPicture, parts);
  return { requestId, replyId, pictureId: picture?.id ?? 0 };
}

/** Sends Rose's voice message, and returns its id. */
export const saidVoiceMessage = async (family: Family) =>
  sendVoiceMessage(family.rose.client, await askedFor(family));

/** Returns the link in the message to Anna about Rose's request. */
export async function delivered(situation: Situation, asked?: help.NewHelpRequest) {
  const { server, anna } = situation;
  const id = await askedFor(situation, asked);
  await deliverDue(server.world);
  server.clock.advance(3 * minuteMs);
  await deliverDue(server.world);
  const sent = server.database.kysely.selectFrom("messages").select("id").where("subject_id", "=", id);
  const message = await sent.where("person_id", "=", anna.id).executeTakeFirstOrThrow();
  return messageToken(server.world, "answer", [message], anna.phoneNumber);
}

const description = "v=0\r\n";

/** Returns Rose's request after Anna has taken it. */
export async function taken(family: Family) {
  const params = { id: await askedFor(family) };
  await family.anna.client.call(help.acknowledgeHelpRequest, { params });
  return params;
}

const videoCall = async (family: Family) => {
  const params = await taken(family);
  const body = { source: "camera", offer: description } as const;
  return { params, call: await family.rose.client.call(videoCalls.startVideoCall, { params, body }) };
};

const ownPhrase = async ({ anna }: Family) =>
  (await anna.client.call(phrases.addHelpPhrase, { body: { categoryId: 2, phrase: text } })).id;
const ownPuzzle = async ({ anna }: Family) =>
  (await anna.client.call(puzzles.createPuzzle, { body: puzzle })).id;
const ownLocalEvent = async ({ anna }: Family) =>
  (await anna.client.call(localEvents.addLocalEvent, { body: concert })).id;
const feedAddress = (feeds: FeedServer) => feeds.serve("/day.ics", calendar(["Lunch", ":20261120T170000Z"]));

export async function tested({ server, anna, ben }: Situation): Promise<string> {
  await anna.client.call(reachability.sendTest, { params: { id: ben.id } });
  return testTokenIn(textTo(server, ben));
}

/** Calls about help, the calendar, puzzles, local events and messages. */
export const callsAboutLife: readonly WritingCall[] = [
  { endpoint: changeEscalationPlan, prepare: () => body(plan) },
  {
    endpoint: restoreEscalationPlan,
    async prepare({ anna }) {
      await anna.client.call(changeEscalationPlan, { body: plan });
      return {};
    },
  },
  { endpoint: help.askForHelp, prepare: ({ rose: { client } }) => ({ client, ...body({ text }) }) },
  { endpoint: help.recordReceipt, prepare: async (family) => at(await askedFor(family), { state: "SEEN" }) },
  {
    endpoint: help.recordReceipts,
    prepare: async (family) => body({ ids: [await askedFor(family)], state: "SEEN" }),
  },
  { endpoint: help.acknowledgeHelpRequest, prepare: async (family) => at(await askedFor(family)) },
  { endpoint: help.handOnHelpRequest, prepare: async (family) => at(await takenByAnna(family)) },
  {
    endpoint: promises.promiseHelp,
    prepare: async (family) => at(await askedFor(family), { kind: "CALL_AT", minutes: 10, words: "Hello" }),
  },
  {
    endpoint: promises.answerPromise,
    async prepare({ server, ...family }) {
      const id = await askedFor(family);
      await family.anna.client.call(promises.promiseHelp, { params: { id }, body: { kind: "CALLING" } });
      server.clock.advance(10 * minuteMs);
      await deliverDue(server.world);
      return { client: family.rose.client, ...at(id, { isKept: false }) };
    },
  },
  {
    endpoint: scams.giveVerdict,
    async prepare({ anna, rose }) {
      const { id } = await rose.client.call(help.askForHelp, { body: { phraseId: 902 } });
      return { client: anna.client, ...at(id, { verdict: "SCAM" }) };
    },
  },
  {
    endpoint: replies.addReply,
    prepare: async (family) => keyed(at(await askedFor(family), { words: "On my way." })),
  },
  {
    endpoint: replies.addPicture,
    prepare: async (family) =>
      keyed({ parts: { params: { id: await askedFor(family) }, upload: await photo() } }),
  },
  {
    endpoint: replies.recordRepliesSeen,
    async prepare(family) {
      const shown = await shownPicture(family);
      return at(shown.requestId, { replyId: shown.replyId });
    },
  },
  {
    endpoint: replies.keepHelpPicture,
    prepare: async (family) => at((await shownPicture(family)).pictureId, { isKept: true }),
  },
  {
    endpoint: replies.addVoiceMessage,
    prepare: async (family) =>
      keyed({ parts: { params: { id: await askedFor(family) }, upload: recording() } }),
  },
  {
    endpoint: replies.recordVoiceMessageHeard,
    prepare: async (family) => at(await saidVoiceMessage(family)),
  },
  {
    endpoint: replies.keepHelpVoiceMessage,
    prepare: async (family) => at(await saidVoiceMessage(family), { isKept: true }),
  },
  { endpoint: help.resolveHelpRequest, prepare: async (family) => at(await askedFor(family)) },
  {
    endpoint: help.cancelHelpRequest,
    prepare: async (family) => ({ client: family.rose.client, ...at(await askedFor(family)) }),
  },
  {
    endpoint: help.makeUrgent,
    prepare: async (family) => ({ client: family.rose.client, ...at(await askedFor(family)) }),
  },
  {
    endpoint: help.undoUrgency,
    async prepare(family) {
      const params = { id: await askedFor(family) };
      await family.rose.client.call(help.makeUrgent, { params });
      return { client: family.rose.client, parts: { params } };
    },
  },
  {
    endpoint: help.reopenHelpRequest,
    async prepare(family) {
      const params = { id: await askedFor(family) };
      await family.anna.client.call(help.resolveHelpRequest, { params });
      return { client: family.rose.client, parts: { params } };
    },
  },
  {
    endpoint: help.undoHelpRequestEnd,
    async prepare(family) {
      const params = { id: await askedFor(family) };
      await family.rose.client.call(help.cancelHelpRequest, { params });
      return { client: family.rose.client, parts: { params } };
    },
  },
  {
    endpoint: videoCalls.startVideoCall,
    async prepare(family) {
      const parts = { params: await taken(family), body: { source: "screen", offer: description } };
      return { client: family.rose.client, parts };
    },
  },
  {
    endpoint: videoCalls.answerVideoCall,
    async prepare(family) {
      const { params, call } = await videoCall(family);
      return { parts: { params, body: { videoCallId: call.id, answer: description } } };
    },
  },
  {
    endpoint: videoCalls.endVideoCall,
    prepare: async (family) => ({ parts: { params: (await videoCall(family)).params } }),
  },
  {
    endpoint: answers.acknowledgeByLink,
    async prepare(situation) {
      const params = { token: await delivered(situation) };
      return { client: new Client(situation.server.url), parts: { params } };
    },
  },
  {
    endpoint: answers.handOnByLink,
    async prepare(situation) {
      const params = { token: await delivered(situation) };
      const client = new Client(situation.server.url);
      await client.call(answers.acknowledgeByLink, { params });
      return { client, parts: { params } };
    },
  },
  {
    endpoint: promises.promiseByLink,
    async prepare(situation) {
      const params = { token: await delivered(situation) };
      return { client: new Client(situation.server.url), parts: { params, body: { kind: "COMING" } } };
    },
  },
  {
    endpoint: scams.giveVerdictByLink,
    async prepare(situation) {
      const params = { token: await delivered(situation, { phraseId: 902 }) };
      return { client: new Client(situation.server.url), parts: { params, body: { verdict: "FINE" } } };
    },
  },
  { endpoint: phrases.addHelpPhrase, prepare: () => body({ categoryId: 1, phrase: text }) },
  {
    endpoint: phrases.changeHelpPhrase,
    prepare: async (family) => at(await ownPhrase(family), { phrase: "I need a new light bulb." }),
  },
  { endpoint: phrases.deleteHelpPhrase, prepare: async (family) => at(await ownPhrase(family)) },
  {
    endpoint: phrases.hideHelpPhrase,
    prepare: async (family) => at(await ownPhrase(family), { isHidden: true }),
  },
  {
    endpoint: phrases.orderHelpPhrases,
    async prepare({ anna }) {
      const [first] = await anna.client.call(phrases.listFamilyPhrases);
      return at(first?.id ?? 0, { phraseIds: first?.phrases.map(({ id }) => id).reverse() });
    },
  },
  { endpoint: published.makeCalendarAddress },
  {
    endpoint: published.chooseCategories,
    async prepare({ anna }) {
      await anna.client.call(published.makeCalendarAddress);
      return body({ categories: ["kids"] });
    },
  },
  {
    endpoint: published.endCalendarAddress,
    async prepare({ anna }) {
      await anna.client.call(published.makeCalendarAddress);
      return {};
    },
  },
  {
    endpoint: settings.changeCalendarSettings,
    prepare: ({ feeds }) => body({ ...shownEvents, calendarUrl: feedAddress(feeds) }),
  },
  {
    endpoint: settings.readCalendarAgain,
    async prepare({ server, feeds, anna }) {
      const chosen = { ...shownEvents, calendarUrl: feedAddress(feeds) };
      await anna.client.call(settings.changeCalendarSettings, { body: chosen });
      feeds.serve("/day.ics", calendar(["Dinner", ":20261120T230000Z"]));
      // Not so long that opening home would fetch it too.
      server.clock.advance(minuteMs);
      return {};
    },
  },
  { endpoint: events.addManualEvent, prepare: () => body(dentist) },
  {
    endpoint: events.changeManualEvent,
    prepare: async ({ anna }) => at((await planEvent(anna)).id, { ...dentist, title: "Doctor" }),
  },
  { endpoint: events.deleteManualEvent, prepare: async ({ anna }) => at((await planEvent(anna)).id) },
  { endpoint: changeReminders, prepare: () => body(anHourBefore) },
  { endpoint: localEvents.addLocalEvent, prepare: () => body(concert) },
  {
    endpoint: localEvents.changeLocalEvent,
    prepare: async (family) => at(await ownLocalEvent(family), { ...concert, title: "Ball" }),
  },
  { endpoint: localEvents.deleteLocalEvent, prepare: async (family) => at(await ownLocalEvent(family)) },
  {
    endpoint: localEvents.subscribeToLocalEventFeed,
    prepare: ({ feeds }) => body({ url: feedAddress(feeds), name: "Library" }),
  },
  {
    endpoint: localEvents.unsubscribeFromLocalEventFeed,
    prepare: async ({ server, anna }) => at(await addFeedRow(server, anna)),
  },
  { endpoint: puzzles.createPuzzle, prepare: () => body(puzzle) },
  {
    endpoint: puzzles.changePuzzle,
    prepare: async (family) => at(await ownPuzzle(family), { isActive: false }),
  },
  { endpoint: puzzles.deletePuzzle, prepare: async (family) => at(await ownPuzzle(family)) },
  {
    endpoint: puzzles.answerPuzzle,
    async prepare({ rose }) {
      const { id: puzzleId, correctAnswer: answer } = await shown(rose);
      return { client: rose.client, ...body({ puzzleId, answer }) };
    },
  },
  {
    endpoint: puzzles.changePuzzleSharing,
    prepare: ({ rose: { client } }) => ({ client, ...body({ isShared: true }) }),
  },
  { endpoint: messages.addPushSubscription, prepare: () => body(browser()) },
  {
    endpoint: messages.deletePushSubscription,
    prepare: async ({ anna }) =>
      at((await anna.client.call(messages.addPushSubscription, { body: browser() })).id),
  },
  {
    endpoint: messages.recordMessageReceipt,
    async prepare(situation) {
      const { server, anna } = situation;
      await anna.client.call(messages.addPushSubscription, { body: browser() });
      const sent = server.pushed.length;
      await anna.client.call(reachability.sendTest, { params: { id: anna.id } });
      const { receiptPath = "" } = PushPayload.parse(JSON.parse(server.pushed[sent]?.payload ?? ""));
      return {
        client: new Client(server.url),
        parts: { params: { token: receiptPath.split("/")[3] ?? "" } },
      };
    },
  },
  { endpoint: reachability.sendTest, prepare: ({ ben }) => at(ben.id) },
  { endpoint: reachability.sendOwnTest, prepare: () => body({ channel: "sms" }) },
  {
    endpoint: reachability.answerTest,
    async prepare(situation) {
      return {
        client: new Client(situation.server.url),
        parts: { params: { token: await tested(situation) } },
      };
    },
  },
];
