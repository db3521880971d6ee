// Paths that the calls of all endpoints don't take: sign-in with Google, single dates of a series, refusals, an outage.
import { Readable } from "node:stream";
import { vi } from "vitest";
import { changeEmail, proveAgain } from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { login, register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { makeCalendarAddress } from "#contract/calendar/published.ts";
import { changeReminders } from "#contract/calendar/reminders.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { addGuide, makeGuideOfRequest } from "#contract/help/guides.ts";
import { listHelpPhrases } from "#contract/help/phrases.ts";
import { changeEscalationPlan, defaultSteps } from "#contract/help/plan.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { addReply, keepHelpPicture } from "#contract/help/replies.ts";
import * as help from "#contract/help/requests.ts";
import { startVideoCall } from "#contract/help/video-calls.ts";
import { createInvitation, renewInvitation } from "#contract/invitations.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { createPuzzle, getActivePuzzle } from "#contract/puzzles.ts";
import { sendOwnTest, sendTest } from "#contract/reachability.ts";
import { familyEvents } from "#server/family-events.ts";
import { oneUseOf } from "#server/features/accounts/providers/attempts.ts";
import { calendarRevocations } from "#server/features/calendar/google/permissions.ts";
import { makeAdmin } from "#server/features/families/members.ts";
import { answerByText } from "#server/features/help/answers/text-answers.ts";
import { invitedRole } from "#server/features/invitations/answers.ts";
import { operatorWarningJobs } from "#server/features/operator/warnings.ts";
import { importFamilyFor } from "#server/features/personal-data/import/imports.ts";
import { testOf } from "#server/features/reachability/testing/test-kind.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { messagesBehind, messageToken } from "#server/platform/messages/message-links.ts";
import { enqueue } from "#server/platform/messages/outbox.ts";
import { recordFailure, recordMessageReceipt } from "#server/platform/messages/receipts.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { androidSignature } from "#server/platform/messages/sms/android.ts";
import { obey } from "#server/platform/messages/sms/keywords.ts";
import { unsentMessages } from "#server/platform/messages/unsent-messages.ts";
import { shownPicture, taken } from "#tests/support/asked-help.ts";
import { addEmail, newBrowser, subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import {
  checkPictures,
  checkVoiceMessages,
  deliverDue,
  refreshCalendars,
  sendMessages,
  sendReminders,
} from "#tests/support/due-work.ts";
import { dayIn, dentist, plan } from "#tests/support/events.ts";
import { exportOf, fullFamily, uploadOf } from "#tests/support/family-file.ts";
import { calendar, type FeedServer } from "#tests/support/feed-server.ts";
import { newGuide } from "#tests/support/guides.ts";
import { codeFor, join, newPhoneNumber, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { sendFace } from "#tests/support/photos.ts";
import { sendVoiceMessage } from "#tests/support/recordings.ts";
import { advanceClockTo, anHourBefore } from "#tests/support/reminders.ts";
import { production, startServer, type TestServer } from "#tests/support/server.ts";
import { callbackFor, comeBack, connectAs, newAccount } from "#tests/support/sign-in/calendar.ts";
import { arriveByGoogle, leaveForGoogle, signInAt } from "#tests/support/sign-in/google.ts";
import { textProviderEnvs } from "#tests/support/text-providers.ts";
import { revocation, twiceReadCalendar } from "./google-calendars.ts";

async function signIns(server: TestServer): Promise<void> {
  await arriveByGoogle(server, { name: "Eve Stone", email: `${newPhoneNumber().slice(1)}@example.com` });
  const { phoneNumber } = await signUp(server);
  const client = new Client(server.url);
  const texted = async () => {
    await client.call(requestVerification, { body: { phoneNumber } });
    return client.call(verifyCode, { body: { phoneNumber, code: codeFor(server, phoneNumber) } });
  };
  await texted();
  server.clock.advance(2 * minuteMs);
  const { token } = await texted();
  await client.ask(login, { body: { username: phoneNumber, password: "not this one" } });
  client.token = token;
  server.clock.advance(10 * minuteMs);
  await client.call(requestVerification, { body: { phoneNumber } });
  await client.call(proveAgain, { body: { code: codeFor(server, phoneNumber) } });
  const account = { name: "Eve Stone", email: `${newPhoneNumber().slice(1)}@example.com` };
  // Starts two sign-ins that are never finished.
  await leaveForGoogle(new Client(server.url));
  await signInAt(new Client(server.url), account);
  vi.spyOn(server.world.senders, "email").mockRejectedValueOnce(new SendError("transient", "busy"));
  await client.ask(changeEmail, { body: { email: `${newPhoneNumber().slice(1)}@example.com` } });
  vi.spyOn(server.world.senders, "sms").mockRejectedValueOnce(new SendError("permanent", "gone", "gone"));
  await new Client(server.url).ask(requestVerification, { body: { phoneNumber: newPhoneNumber() } });
}

/** One date of a series is changed, another is deleted, and then the whole series is changed. Another series keeps both. */
async function singleDates({ anna, ben }: Family): Promise<void> {
  const kept = await plan(anna, { recurrence: "FREQ=WEEKLY" });
  await anna.client.call(deleteManualEvent, {
    params: { id: kept.id },
    query: { occurrence: "2026-12-08T10:00" },
  });
  const people = [{ personId: ben.id, part: "driving" as const }];
  const series = await plan(anna, { recurrence: "FREQ=WEEKLY", people });
  const at = (occurrence: string) => ({ params: { id: series.id }, query: { occurrence } });
  const later = { startDate: "2026-12-01T15:00", endDate: "2026-12-01T16:00" };
  await anna.client.call(changeManualEvent, { ...at("2026-12-01T10:00"), body: { ...dentist, ...later } });
  await anna.client.call(deleteManualEvent, at("2026-12-08T10:00"));
  const changed = {
    ...dentist,
    startDate: "2026-11-24T11:00",
    endDate: "2026-11-24T12:00",
    recurrence: "FREQ=WEEKLY",
  };
  await anna.client.call(changeManualEvent, { params: { id: series.id }, body: { ...changed, people } });
  await anna.client.call(changeManualEvent, {
    params: { id: series.id },
    body: { ...dentist, recurrence: null },
  });
}

/** Reminders of two events: one is deleted, and one moves in the calendar that it comes from. */
async function reminders(server: TestServer, feeds: FeedServer, { anna, ben }: Family): Promise<void> {
  // Reminders are not sent at night.
  await advanceClockTo(server, `${dayIn(server, 1)}T10:00`);
  const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * minuteMs);
  const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, "");
  const shown = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };
  const calendarUrl = feeds.serve("/moved.ics", calendar(["Lunch", `:${stamp(inMinutes(80))}`]));
  await anna.client.call(changeCalendarSettings, { body: { ...shown, calendarUrl } });
  await anna.client.call(changeCalendarSettings, {
    body: { ...shown, calendarUrl, feedCategory: "kids" },
  });
  const event = await plan(anna, {
    startDate: inMinutes(75).toISOString(),
    endDate: inMinutes(150).toISOString(),
  });
  for (const { client } of [anna, ben]) await client.call(changeReminders, { body: anHourBefore });
  server.clock.advance(25 * minuteMs);
  await sendReminders(server.world);
  await anna.client.call(deleteManualEvent, { params: { id: event.id } });
  feeds.serve("/moved.ics", calendar(["Brunch", `:${stamp(inMinutes(120))}`]));
  server.clock.advance(20 * minuteMs);
  await refreshCalendars(server.world);
  await sendReminders(server.world);
  feeds.answer("/moved.ics", (response) => response.writeHead(404).end());
  server.clock.advance(6 * hourMs);
  await refreshCalendars(server.world);
  await anna.client.call(changeReminders, { body: { ...anHourBefore, isOn: false } });
  await anna.client.call(makeCalendarAddress);
  const { url } = await anna.client.call(makeCalendarAddress);
  await anna.client.fetch("GET", new URL(url).pathname);
}

/** A request with every answer that is possible without the app, sent twice with one key and then too often. */
async function helpByText(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  await addEmail(server, anna);
  await subscribeToPush(ben);
  const steps = { steps: [...defaultSteps], firstContactId: ben.id, quietHours: null };
  await anna.client.call(changeEscalationPlan, { body: steps });
  const asked = { headers: { "idempotency-key": "once" }, body: { phraseId: 101 } };
  const { id } = await rose.client.call(help.askForHelp, asked);
  await rose.client.call(help.askForHelp, asked);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await deliverDue(server.world);
    server.clock.advance(minuteMs);
  }
  const sent = await server.database.kysely
    .selectFrom("messages")
    .selectAll()
    .where("subject_id", "=", id)
    .where("channel", "=", "sms")
    .where("state", "=", "ACCEPTED")
    .orderBy("id")
    .execute();
  const phoneOf = ({ person_id }: { person_id: number | null }) =>
    (person_id === anna.id ? anna : ben).phoneNumber;
  const [answered, ...failed] = sent.map((message) => ({
    phoneNumber: phoneOf(message),
    token: messageToken(server.world, "receipt", [message], phoneOf(message)),
  }));
  const fail = async (token: string, refusal?: "landline") =>
    recordFailure(server.world, await messagesBehind(server.world, "receipt", token), refusal);
  await fail(answered?.token ?? "");
  await recordMessageReceipt(server.world, answered?.token ?? "");
  for (const { token } of failed) await fail(token, "landline");
  await answerByText(server.world, answered?.phoneNumber ?? "", "1");
  const params = { id };
  await rose.client.call(help.resolveHelpRequest, { params });
  await rose.client.call(help.undoHelpRequestEnd, { params });
  // As many as ordinary families have in time.
  const few = server.world.config.limits.helpRequestsPerHour;
  for (let count = 0; count <= few; count += 1) {
    const { status, body } = await rose.client.ask(help.askForHelp, { body: { text: `Number ${count}` } });
    if (status === 201)
      await anna.client.call(promiseHelp, { params: { id: body.id }, body: { kind: "COMING" } });
  }
}

/** Every provider refuses for a while, for good or not, and then accepts again. */
async function refusals(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  await addEmail(server, ben);
  await subscribeToPush(anna);
  const { senders } = server.world;
  for (const kind of ["transient", undefined, "permanent"] as const) {
    const refusal = kind && new SendError(kind, "no", kind === "permanent" ? "gone" : undefined);
    for (const channel of ["sms", "email", "push"] as const)
      if (refusal) vi.spyOn(senders, channel).mockRejectedValue(refusal);
    await rose.client.call(help.askForHelp, { body: { text: "The lamp is out." } });
    await anna.client.ask(sendTest, { params: { id: ben.id } });
    await anna.client.ask(sendTest, { params: { id: anna.id } });
    await anna.client.ask(sendOwnTest, { body: { channel: "push" } });
    for (let minutes = 0; minutes < 6; minutes += 1) {
      await deliverDue(server.world);
      server.clock.advance(minuteMs);
    }
    vi.restoreAllMocks();
  }
  // An outage is under way, so that there are messages that wait.
  for (const channel of ["sms", "email", "push"] as const)
    vi.spyOn(senders, channel).mockRejectedValue(new SendError("transient", "no"));
  await rose.client.call(help.askForHelp, { body: { text: "The radio is silent." } });
  await deliverDue(server.world);
  vi.restoreAllMocks();
}

/** A push is refused in the quiet hours of a family whose time zone PostgreSQL doesn't know. */
async function quietHoursNowhere({ world, database }: TestServer, { anna, rose }: Family): Promise<void> {
  await subscribeToPush(anna);
  const quietHours = { from: "00:00", until: "23:59" };
  const body = { steps: [...defaultSteps], firstContactId: null, quietHours };
  await anna.client.call(changeEscalationPlan, { body });
  const moved = database.kysely.updateTable("families").set({ time_zone: "US/Pacific-New" });
  await moved.where("id", "=", anna.familyId).execute();
  vi.spyOn(world.senders, "push").mockRejectedValue(new SendError("permanent", "no", "gone"));
  await rose.client.call(help.askForHelp, { body: { phraseId: 101 } });
  await deliverDue(world);
  vi.restoreAllMocks();
}

/** Uses things that no longer exist or were replaced. */
async function replaced({ anna }: Family): Promise<void> {
  await anna.client.ask(renewInvitation, { params: { id: 1 } });
  const first = newBrowser();
  await anna.client.call(addPushSubscription, { body: first });
  await anna.client.call(addPushSubscription, {
    body: { ...newBrowser(), replaces: first.endpoint, isRenewal: true },
  });
}

/** A family has a puzzle of its own, and somebody who is not signed in looks at the phrases. */
async function puzzleAndPhrases(server: TestServer, { anna }: Family): Promise<void> {
  const puzzle = { question: "What is 6 times 7?", options: ["41", "42"], correctAnswer: "42" };
  await anna.client.call(createPuzzle, { body: puzzle });
  await anna.client.call(getActivePuzzle);
  await new Client(server.url).call(listHelpPhrases, { params: { id: 1 } });
}

/** A weekly test is late, and waits for the end of the night. */
async function testAtNight(server: TestServer, { ben }: Family): Promise<void> {
  const now = server.clock.now().toTemporalInstant().toZonedDateTimeISO("America/New_York");
  server.clock.advance(now.until(now.withPlainTime("23:30")).total("milliseconds"));
  await server.database.kysely
    .transaction()
    .execute((trx) => enqueue(trx, [testOf(ben.id, "sms", "weekly")], server.clock.now()));
  await sendMessages(server.world);
  server.clock.advance(12 * hourMs);
  // By day, one over a channel without an address makes the next one due.
  await advanceClockTo(server, `${dayIn(server, 1)}T12:00`);
  await server.database.kysely
    .transaction()
    .execute((trx) => enqueue(trx, [testOf(ben.id, "ntfy", "weekly")], server.clock.now()));
  await sendMessages(server.world);
}

/** Google does not revoke a permission, and the last member leaves. A person joins another family that was empty. */
async function departures(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  await connectAs(anna, newAccount().choice);
  // Another family starts to connect a calendar and never finishes.
  await callbackFor((await reyesFamily(server)).anna, { account: "sandbox-ben" });
  const { google } = server.world.senders;
  vi.spyOn(google, "revoke").mockRejectedValue(new Error("down"));
  for (const { client } of [rose, ben, anna] satisfies Person[]) await client.call(leaveFamily);
  const left = await signUp(server);
  await left.client.call(leaveFamily);
  await join(server, left, "admin", "Zoe");
  await runDue(server.world, calendarRevocations);
  vi.restoreAllMocks();
}

/** A deletion is requested twice, and withdrawn by the link in the message. */
async function keptAccount(server: TestServer, { ben }: Family): Promise<void> {
  for (let count = 0; count < 2; count += 1) await ben.client.call(requestAccountDeletion);
  const message = server.outbox.findLast(({ to }) => to === ben.phoneNumber);
  const [, token = ""] = /\/account\/undo\?to=([\w-]+)/.exec(message?.text ?? "") ?? [];
  await new Client(server.url).call(undoAccountChange, { params: { token } });
}

/**
 * A thread with a marked picture, a voice message and a guide. The family exports it, and makes a guide of it. It
 * expires later.
 */
async function threads(server: TestServer, family: Family): Promise<void> {
  const { anna, ben, rose } = family;
  await sendFace(ben.client);
  await subscribeToPush(anna);
  const { requestId, pictureId } = await shownPicture(family);
  await sendVoiceMessage(rose.client, requestId);
  const mark = { kind: "circle" as const, x: 0.5, y: 0.5, radius: 0.1 };
  await anna.client.call(addReply, {
    params: { id: requestId },
    headers: { "idempotency-key": "marked" },
    body: { words: "This one?", pictureId, marks: [mark] },
  });
  const { id: guideId } = await ben.client.call(addGuide, { body: newGuide });
  await ben.client.call(addReply, {
    params: { id: requestId },
    headers: { "idempotency-key": "guide" },
    body: { guideId },
  });
  const reply = { params: { id: requestId }, headers: { "idempotency-key": "more" } };
  await rose.client.call(addReply, { ...reply, body: { words: "It is blue." } });
  server.clock.advance(minuteMs);
  await sendMessages(server.world);
  await exportOf(anna);
  await anna.client.call(makeGuideOfRequest, { params: { id: requestId } });
  await anna.client.call(keepHelpPicture, { params: { id: pictureId }, body: { isKept: false } });
  await checkPictures(server.world);
  await rose.client.call(help.resolveHelpRequest, { params: { id: requestId } });
  server.clock.advance(91 * dayMs);
  await checkPictures(server.world);
  await checkVoiceMessages(server.world);
  server.clock.advance(-91 * dayMs);
}

/**
 * Somebody who has signed up only for this imports a family from another server, and the person who runs the server
 * imports another.
 */
async function imported(server: TestServer): Promise<void> {
  const { anna } = await fullFamily(server);
  const zip = await exportOf(anna);
  const { id, client } = await signUp(server);
  await client.call(importFamily, uploadOf(zip));
  await importFamilyFor(server.world, familyEvents, { id, sessionId: null }, Readable.from([zip]));
}

/** A helper whose app is closed is notified that Rose is showing something. */
async function videoCall(server: TestServer, family: Family): Promise<void> {
  await subscribeToPush(family.anna);
  const params = await taken(family);
  await family.rose.client.call(startVideoCall, { params, body: { source: "camera", offer: "v=0\r\n" } });
  server.clock.advance(minuteMs);
  await deliverDue(server.world);
}

/** Somebody joins a family with only an invitation link, because this server can send no code. */
async function joiningByLink({ databaseUrl }: TestServer, { anna }: Family): Promise<void> {
  const { url, stop } = await startServer({ databaseUrl, env: production });
  const invited = { name: "Lena", role: "grandparent", phoneNumber: newPhoneNumber() } as const;
  const { inviteCode } = await anna.client.call(createInvitation, {
    body: { ...invited, email: null, familyId: anna.familyId },
  });
  const profile = { username: "Lena", password: "wq7v2kzn", role: invited.role };
  await new Client(url).call(register, { body: { ...profile, inviteCode } });
  await stop();
}

/** A phone that sends our texts reports a delivery, and passes on a stranger's text. */
async function textReports({ databaseUrl }: TestServer): Promise<void> {
  const { url, clock, stop } = await startServer({ databaseUrl, env: textProviderEnvs.android });
  const phone = { phoneNumber: newPhoneNumber(), messageId: "SM0" };
  for (const body of [
    { event: "sms:delivered", payload: { ...phone, recipient: phone.phoneNumber } },
    { event: "sms:received", payload: { ...phone, sender: phone.phoneNumber, message: "1" } },
  ].map((each) => JSON.stringify(each))) {
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    const signature = androidSignature(
      textProviderEnvs.android.ANDROID_SMS_SIGNING_KEY ?? "",
      body,
      timestamp,
    );
    const headers = {
      "content-type": "application/json",
      "x-timestamp": timestamp,
      "x-signature": signature,
    };
    const { status } = await fetch(`${url}/texts/android`, { method: "POST", headers, body });
    if (status !== 204) throw new Error(`The phone's report was answered ${status}.`);
  }
  await stop();
}

/** The person who runs the server appoints an admin, and is warned about a full disk until it has room again. */
async function operator({ world, clock }: TestServer, { ben }: Family): Promise<void> {
  const { kysely } = world.database;
  await makeAdmin(kysely, familyEvents, { familyId: ben.familyId, personId: ben.id, at: clock.now() });
  await unsentMessages(kysely, clock.now());
  const config = { ...world.config, operatorEmail: "operator@example.com" };
  for (const diskUse of [0.95, 0.5])
    for (const { run } of operatorWarningJobs({ ...world, config }, async () => diskUse)) await run();
  // These rows belong to nobody in particular and exist once, so they can't be copied.
  await sendMessages(world);
}

/** A browser comes back from a provider twice or in vain, a number wants no texts, and an invitation ends on the way. */
async function secondThoughts(server: TestServer, { anna, ben }: Family): Promise<void> {
  const callback = await callbackFor(anna, newAccount().choice);
  for (let count = 0; count < 2; count += 1) await comeBack(anna, callback);
  const refused = await callbackFor(anna, newAccount().choice);
  await comeBack(anna, refused.replace(/code=[^&]+/, "code=wrong"));
  const attempt = oneUseOf(server.world, unknownCode);
  await attempt.isAt("done");
  await attempt.drop();
  for (const keyword of ["stop", "start", "stop"] as const)
    await obey(server.world, ben.phoneNumber, keyword);
  await new Client(server.url).ask(verifyCode, { body: { inviteCode: unknownCode, code: "123456" } });
  await invitedRole(server.database.kysely, unknownCode);
}

const unknownCode = "A".repeat(22);

type Family = Awaited<ReturnType<typeof reyesFamily>>;

export async function takeOtherPaths(server: TestServer, feeds: FeedServer): Promise<void> {
  await signIns(server);
  await singleDates(await reyesFamily(server));
  await reminders(server, feeds, await reyesFamily(server));
  await helpByText(server, await reyesFamily(server));
  await refusals(server, await reyesFamily(server));
  await quietHoursNowhere(server, await reyesFamily(server));
  await replaced(await reyesFamily(server));
  await puzzleAndPhrases(server, await reyesFamily(server));
  await testAtNight(server, await reyesFamily(server));
  await revocation(server, (await reyesFamily(server)).anna);
  await twiceReadCalendar(server, (await reyesFamily(server)).anna);
  await departures(server, await reyesFamily(server));
  await keptAccount(server, await reyesFamily(server));
  await threads(server, await reyesFamily(server));
  await imported(server);
  await videoCall(server, await reyesFamily(server));
  await joiningByLink(server, await reyesFamily(server));
  await textReports(server);
  await secondThoughts(server, await reyesFamily(server));
  await operator(server, await reyesFamily(server));
}
