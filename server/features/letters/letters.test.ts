// The Sunday letter: what is in it, and that it comes by e-mail on Saturday evening, once, to those who want it.
import { expect, it, test } from "vitest";
import { changeFamily, leaveFamily, removeMember } from "#contract/families.ts";
import { giveHelloPicture, loveHello } from "#contract/hellos.ts";
import {
  changeLetterMessages,
  getLetter,
  getLetterMessages,
  getLetterStop,
  stopLetter,
} from "#contract/letters.ts";
import { setBirthday } from "#tests/support/birthdays.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { sendLetters } from "#tests/support/due-work.ts";
import { dayIn, plan } from "#tests/support/events.ts";
import { type Person, proveFreshly, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { answerQuestion } from "#tests/support/questions.ts";
import { useServer } from "#tests/support/server.ts";
import { lastSaturday, timeOfNextLetter } from "./letter-week.ts";

const server = useServer();
const newYork = "America/New_York";

const clockIn = (timeZone: string) => server().clock.now().toTemporalInstant().toZonedDateTimeISO(timeZone);

/** Goes to a time of the next Saturday, which is not today. */
function goToSaturday(time: string, timeZone = newYork): void {
  const days = (6 - clockIn(timeZone).dayOfWeek + 7) % 7 || 7;
  server().clock.goTo(time, { daysAhead: days, timeZone });
}

let given = 0;
async function givePictures({ client }: Person, caption: string, count = 1): Promise<number> {
  given += 1;
  let id = 0;
  for (let place = 0; place < count; place++)
    ({ id } = await client.call(giveHelloPicture, {
      headers: { "idempotency-key": `picture ${given}` },
      query: { caption, place: String(place) },
      upload: await photo(),
    }));
  return id;
}

const want = ({ client }: Person, areOn = true) => client.ask(changeLetterMessages, { body: { areOn } });

/** Anna wants the letter of a family that has something to tell. */
async function familyWithLetter() {
  const family = await reyesFamily(server());
  await addEmail(server(), family.anna);
  expect((await want(family.anna)).status).toBeLessThan(300);
  await staySignedIn(server());
  return family;
}

/** The e-mails with letters since the last time. */
async function sent() {
  await sendLetters(server().world);
  return server()
    .mailbox.splice(0)
    .filter(({ subject }) => subject.startsWith("The Sunday letter"));
}

it("has the pictures of the week, loved ones first and at most six, answers, birthdays, and the events to come", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await givePictures(ben, "Too old");
  server().clock.advance(8 * 86_400_000);
  const loved = await givePictures(ben, "From the lake");
  await givePictures(ben, "Six of them", 6);
  await rose.client.call(loveHello, { params: { id: loved }, body: { isLoved: true } });
  await answerQuestion(rose, server());
  const tomorrow = dayIn(server(), 1);
  const [, month, day] = tomorrow.split("-").map(Number);
  await setBirthday(anna, rose, { month: month ?? 1, day: day ?? 1, year: 1942 });
  const times = { startDate: `${tomorrow}T10:00`, endDate: `${tomorrow}T11:00` };
  const people = [{ personId: ben.id, part: "driving" as const }];
  await plan(anna, { title: "Dentist", location: "Mill Street", people, ...times });
  const letter = await anna.client.call(getLetter);
  expect(letter).toMatchObject({ family: "The Reyes family", paper: "Letter", day: dayIn(server(), 0) });
  expect(letter.pictures.map(({ words }) => words)).toEqual([
    "Ben: From the lake",
    ...Array.from({ length: 5 }, () => "Ben: Six of them"),
  ]);
  expect(letter.questions).toMatchObject([{ answers: ["Rose: Chicken, and a cake with real cream."] }]);
  expect(letter.birthdays).toEqual([expect.stringMatching(/^Rose turns 8\d on \w+day, /)]);
  expect(letter.days).toEqual([{ day: tomorrow, events: ["10:00 AM Dentist, Mill Street. Ben is driving"] }]);
  for (const name of ["hellos", "birthdays", "weeklyQuestion"] as const)
    await anna.client.call(changeFamily, { body: { [name]: false, country: "GB" } });
  expect(await anna.client.call(getLetter)).toMatchObject({
    paper: "A4",
    pictures: [],
    questions: [],
    birthdays: [],
  });
});

it("comes by e-mail on Saturday at 6 PM, with pictures inside the message, the same words as text, and how to stop it", async () => {
  const { anna, ben, rose } = await familyWithLetter();
  goToSaturday("17:59:59");
  await givePictures(ben, "From <b>the lake</b>");
  await answerQuestion(rose, server());
  expect(await sent()).toEqual([]);
  server().clock.advance(1_000);
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: `person-${anna.id}@example.com`,
    subject: "The Sunday letter: The Reyes family",
  });
  const words = ["Rose: Chicken, and a cake with real cream.", "You get this letter each Saturday because"];
  for (const each of words)
    expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(each), expect.stringContaining(each)]);
  expect(mail?.text).toContain("Ben: From <b>the lake</b>");
  expect(mail?.html).not.toContain("<b>");
  expect(mail?.text).toContain(`To stop it, open this page: ${mail?.stopAddress}`);
  expect(mail?.pictures?.map(({ jpeg }) => jpeg.subarray(0, 3).toString("hex"))).toEqual(["ffd8ff"]);
  expect(mail?.html).toContain(`<img src="cid:${mail?.pictures?.[0]?.id}"`);
  // Nobody else wants it.
  expect(await ben.client.call(getLetterMessages)).toEqual({ areOn: false });
});

it("is stopped by the link in it without a sign-in, by one click in a mail program or on the page", async () => {
  const { anna, ben } = await familyWithLetter();
  goToSaturday("18:00");
  await givePictures(ben, "Lake");
  server().clock.advance(1_000);
  goToSaturday("18:00");
  await givePictures(ben, "Sea");
  const [mail] = await sent();
  const address = new URL(mail?.stopAddress ?? "");
  expect(address.pathname).toBe("/letter/stop");
  const token = address.searchParams.get("to") ?? "";
  const stranger = new Client(server().url);
  const shown = { familyName: "The Reyes family", isStopped: false };
  expect(await stranger.call(getLetterStop, { params: { token } })).toEqual(shown);
  const click = { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
  const clicked = () => stranger.fetch("POST", address.pathname + address.search, click);
  for (let clicks = 0; clicks < 2; clicks++) expect((await clicked()).status).toBe(204);
  await staySignedIn(server());
  expect(await anna.client.call(getLetterMessages)).toEqual({ areOn: false });
  expect((await want(anna)).status).toBeLessThan(300);
  expect(await stranger.call(stopLetter, { params: { token } })).toEqual({ ...shown, isStopped: true });
  expect(await anna.client.call(getLetterMessages)).toEqual({ areOn: false });
  expect((await stranger.fetch("POST", "/letter/stop?to=nothing", click)).status).toBe(404);
});

it("comes once, by day, if the server was down on Saturday, and once if it is killed while it adds the letter", async () => {
  const { ben } = await familyWithLetter();
  goToSaturday("16:00");
  await givePictures(ben, "Late");
  server().clock.goTo("23:30");
  expect(await sent()).toEqual([]);
  server().clock.goTo("09:00", { daysAhead: 1 });
  // A server that was killed has claimed the row, and another one finds it after the lease.
  const { kysely } = server().database;
  const due = { check_at: server().clock.now() };
  await kysely.updateTable("letter_recipients").set(due).execute();
  expect(await sent()).toHaveLength(1);
  await kysely.updateTable("letter_recipients").set(due).execute();
  expect(await sent()).toEqual([]);
});

it("is not sent for a week with nothing in it, nor to somebody who was removed, left, or no longer wants it, nor where it is turned off", async () => {
  const empty = await familyWithLetter();
  const off = await familyWithLetter();
  const changed = await familyWithLetter();
  for (const person of [changed.ben, changed.rose]) {
    await addEmail(server(), person);
    await want(person);
  }
  await want(changed.anna, false);
  goToSaturday("12:00");
  for (const { ben } of [off, changed]) await givePictures(ben, "Lake");
  await off.anna.client.call(changeFamily, { body: { sundayLetter: false } });
  expect((await off.anna.client.ask(getLetter)).status).toBe(409);
  server().clock.goTo("18:00");
  await proveFreshly(server(), changed.anna);
  await changed.anna.client.call(removeMember, { params: { id: changed.ben.id } });
  await changed.rose.client.call(leaveFamily);
  expect(await sent()).toEqual([]);
  server().clock.advance(1_000);
  await givePictures(empty.ben, "Next week");
  goToSaturday("18:00");
  expect(await sent()).toMatchObject([{ to: `person-${empty.anna.id}@example.com` }]);
});

it("needs an e-mail address, and tells another family nothing", async () => {
  const [family, other] = [await reyesFamily(server()), await reyesFamily(server())];
  expect(await want(family.anna)).toMatchObject({
    status: 409,
    body: { message: "Please add your e-mail address first." },
  });
  await givePictures(family.ben, "Ours");
  expect(await other.anna.client.call(getLetter)).toMatchObject({ pictures: [], days: [] });
});

it("follows the family to another time zone, without a second letter of the same Saturday", async () => {
  const { anna, ben } = await familyWithLetter();
  await anna.client.call(changeFamily, { body: { timeZone: "Pacific/Auckland" } });
  goToSaturday("18:00:01", "Pacific/Auckland");
  // It is given after six, so it is in the next letter.
  await givePictures(ben, "From Auckland");
  expect(await sent()).toEqual([]);
  goToSaturday("18:00", "Pacific/Auckland");
  expect(await sent()).toHaveLength(1);
  await anna.client.call(changeFamily, { body: { timeZone: "America/Los_Angeles" } });
  await givePictures(ben, "From Los Angeles");
  server().clock.goTo("18:00", { timeZone: "America/Los_Angeles", daysAhead: 1 });
  expect(await sent()).toEqual([]);
});

test.each([
  ["Pacific/Auckland", ["2027-04-03", "2027-09-25"]],
  ["America/Los_Angeles", ["2027-03-13", "2027-11-06"]],
])(
  "in %s the letter is at 6 PM on both Saturdays around each change of the clocks",
  (timeZone, saturdays) => {
    for (const saturday of saturdays) {
      const next = timeOfNextLetter(saturday, timeZone);
      const clock = next.toTemporalInstant().toZonedDateTimeISO(timeZone);
      expect(clock.toPlainDateTime().toString()).toBe(
        Temporal.PlainDate.from(saturday).add({ days: 7 }).toPlainDateTime("18:00").toString(),
      );
      expect(lastSaturday(new Date(next.getTime() - 1), timeZone)).toBe(saturday);
      expect(lastSaturday(next, timeZone)).toBe(clock.toPlainDate().toString());
    }
  },
);
