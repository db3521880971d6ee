// What a family does to stay in touch, and what follows of it.
import { vi } from "vitest";
import { removeBirthday } from "#contract/birthdays.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { giveHelloVoiceMessage, loveHello } from "#contract/hellos.ts";
import { resolveHelpRequest, thankForHelp } from "#contract/help/requests.ts";
import { changeLetterMessages } from "#contract/letters.ts";
import { getOwnLight, listLightMessages, turnOnOwnLight } from "#contract/lights.ts";
import { getCurrentQuestion, setNextQuestion } from "#contract/questions.ts";
import { familyEvents } from "#server/family-events.ts";
import { makeAdmin } from "#server/features/families/members.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { taken } from "#tests/support/asked-help.ts";
import { setBirthday } from "#tests/support/birthdays.ts";
import { readCalendar, subscribe } from "#tests/support/calendar-app.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { checkHellos, checkLights, sendLetters, sendMessages } from "#tests/support/due-work.ts";
import { exportOf } from "#tests/support/family-file.ts";
import { saidHello, shownHello } from "#tests/support/hellos.ts";
import { chooseLight, goToMorning, moveToMorning, waveTo } from "#tests/support/lights.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { answerQuestion, goToSunday, nextSundayOf } from "#tests/support/questions.ts";
import { recording } from "#tests/support/recordings.ts";
import type { TestServer } from "#tests/support/server.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/** Hellos come twice, are answered, loved and no longer loved, taken along in an export, and deleted. */
async function hellos(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  await subscribeToPush(ben);
  await subscribeToPush(anna);
  for (let count = 0; count < 2; count += 1) await saidHello(ben.client);
  const { id } = await shownHello(ben.client);
  await shownHello(ben.client);
  const parts = { headers: { "idempotency-key": "an answer" }, query: { answerTo: String(id) } };
  await rose.client.call(giveHelloVoiceMessage, { ...parts, upload: recording() });
  await rose.client.call(loveHello, { params: { id }, body: { isLoved: true } });
  server.clock.advance(6 * minuteMs);
  await sendMessages(server.world);
  await rose.client.call(loveHello, { params: { id }, body: { isLoved: false } });
  await exportOf(anna);
  server.clock.advance(91 * dayMs);
  await checkHellos(server.world);
  server.clock.advance(-91 * dayMs);
  // Ordinary families have voice messages that are not deleted yet.
  await saidHello(ben.client);
}

/** A birthday is entered, corrected, greeted, taken along in an export and into calendars, and removed. */
async function birthdays(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  await setBirthday(anna, rose);
  await setBirthday(rose, rose, { month: 2, day: 29, year: null });
  const parts = { headers: { "idempotency-key": "a greeting" }, query: { birthdayOf: String(rose.id) } };
  await ben.client.call(giveHelloVoiceMessage, { ...parts, upload: recording() });
  await readCalendar(server, await subscribe(anna));
  await exportOf(anna);
  await rose.client.call(removeBirthday, { params: { id: rose.id } });
}

/** A light stays dark, and is told of by text when a device is gone. It comes on, is waved to, and is checked again. */
async function lights(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  const { database, clock } = server;
  await subscribeToPush(ben);
  await chooseLight({ rose, ben });
  await ben.client.call(listLightMessages);
  await rose.client.call(getOwnLight);
  goToMorning(server);
  clock.advance(hourMs);
  vi.spyOn(server.world.senders, "push").mockRejectedValue(new SendError("permanent", "no", "gone"));
  await checkLights(server.world);
  vi.restoreAllMocks();
  await rose.client.call(turnOnOwnLight, { body: { at: clock.now().toISOString() } });
  await waveTo(server, ben, rose);
  await anna.client.call(changeFamily, { body: { timeZone: "America/Chicago" } });
  await checkLights(server.world);
  clock.advance(dayMs);
  const { familyId, id: personId } = rose;
  await makeAdmin(database.kysely, familyEvents, { familyId, personId, at: clock.now() });
  await checkLights(server.world);
}

/** Ordinary families have lights that are on, and somebody has waved. */
async function lightThatIsOn(server: TestServer, { ben, rose }: Family): Promise<void> {
  await chooseLight({ rose, ben });
  await moveToMorning(server, rose);
  await rose.client.call(turnOnOwnLight, { body: { at: server.clock.now().toISOString() } });
  await waveTo(server, ben, rose);
}

/** A Sunday's question is asked, answered, and set. A letter is wanted, and sent. */
async function sundays(server: TestServer, { anna, ben, rose }: Family): Promise<void> {
  goToSunday(server);
  await rose.client.call(getCurrentQuestion);
  await answerQuestion(rose, server);
  await rose.client.call(getCurrentQuestion);
  const sunday = nextSundayOf(server);
  for (const text of ["Who lived next door?", null])
    await ben.client.call(setNextQuestion, { body: { sunday, text } });
  await addEmail(server, anna);
  for (const areOn of [true, false, true]) await anna.client.call(changeLetterMessages, { body: { areOn } });
  await anna.client.call(changeFamily, { body: { timeZone: "America/Chicago" } });
  server.clock.advance(6 * dayMs + 10 * hourMs);
  await sendLetters(server.world);
}

/** Rose thanks Anna, who reads it on a device. */
async function thanks(server: TestServer, family: Family): Promise<void> {
  await subscribeToPush(family.anna);
  const params = await taken(family);
  await family.rose.client.call(resolveHelpRequest, { params });
  await family.rose.client.call(thankForHelp, { params });
  await sendMessages(server.world);
}

export async function stayInTouch(server: TestServer): Promise<void> {
  await hellos(server, await reyesFamily(server));
  await birthdays(server, await reyesFamily(server));
  await lights(server, await reyesFamily(server));
  await sundays(server, await reyesFamily(server));
  await thanks(server, await reyesFamily(server));
  await lightThatIsOn(server, await reyesFamily(server));
}
