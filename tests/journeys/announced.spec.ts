// The everyday screens for people who use them by keyboard or with a screen reader: in each engine the Tab key leads to the same
// things in the same order, and each has the same role and name.
// @module-tag extended
import { beforeAll, expect, it } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { getActivePuzzle } from "#contract/puzzles.ts";
import { announced } from "#tests/support/engines/announced.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { shownHello } from "#tests/support/hellos.ts";
import { chooseLight, moveToMorning } from "#tests/support/lights.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { greet, turns84 } from "#tests/support/screens/birthdays.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

let rose: Person;
let anna: Person;
let ben: Person;
let puzzle: string[];
beforeAll(async () => {
  ({ rose, anna, ben } = await reyesFamily(server()));
  await shownHello(ben.client);
  await rose.client.call(askForHelp, { body: { text: "My TV isn't working.", categoryId: 1 } });
  puzzle = await heardOfPuzzle(rose);
});

async function heardOfPuzzle({ client }: Person): Promise<string[]> {
  const active = await client.call(getActivePuzzle);
  return (active?.options ?? []).map((option) => `button "${option}"`);
}

/** What somebody hears who presses Tab from the first thing on the page to the last one. */
async function heardOn(page: Window): Promise<string[]> {
  await link(page, "Skip to main content").focus();
  const heard: string[] = [];
  for (let next = await announced(page); next !== undefined; next = await announced(page)) {
    // After the last thing the focus leaves the page, or returns to its beginning.
    if (next === heard[0]) break;
    heard.push(next);
    if (heard.length > 60) throw new Error(`The Tab key does not come to an end: ${heard.join(", ")}`);
    await page.keyboard.press("Tab");
  }
  return heard;
}

const masthead = [
  'link "Skip to main content"',
  'link "Porchlight"',
  'link "Me"',
  'button "Text size"',
  'link "Home"',
  'link "Help"',
];
const footer = ['link "Privacy Policy"', 'link "Terms of Service"', 'link "See the messages"'];
const panelTop = [
  ...masthead,
  ...['link "Admin"', 'button "Log Out"', 'link "Calendar"', 'link "Puzzles"', 'link "Events"'],
  ...['link "Co-Admins"', 'link "Family"', 'link "Help"'],
];

async function show(path: string, person: Person, title: string | RegExp): Promise<Window> {
  const page = await visitOf(server(), windows, { width: widths.tablet }).open(path, person);
  await heading(page, title).first().waitFor();
  return await settled(page);
}

const call = ({ phoneNumber }: Person, name: string) =>
  `link "Call ${name} ${shownPhoneNumber(phoneNumber)}"`;

const hello = ['button "Love it"', 'button "Answer with my voice"'];
const giving = ['button "Photo"', 'button "Voice"'];

it("Rose's home, with her request", async () => {
  const page = await show("/", rose, "Today's Events");
  expect(await heardOn(page)).toEqual([
    ...masthead,
    ...['link "I Need Help"', call(anna, "Anna"), call(ben, "Ben"), `button "I'm OK now"`],
    ...[`button "It's urgent"`, 'summary "More"', ...hello, 'link "See the week"', ...giving],
    ...[...puzzle, ...footer],
  ]);
});

it("Anna's home, with Rose's request", async () => {
  const page = await show("/", anna, "Rose needs help");
  expect(await heardOn(page)).toEqual([
    ...masthead,
    ...['link "Admin"', `button "I'll help"`, call(rose, "Rose"), 'button "Done"', 'button "Take a picture"'],
    ...['button "Record your voice"', 'summary "Send a guide"', 'summary "Write a message"'],
    ...['link "I Need Help"', 'link "Admin Dashboard"', 'link "Add an event"', ...giving, ...hello],
    ...['link "See the week"', ...puzzle, ...footer],
  ]);
});

it("the morning of Rose's birthday, with her light and a greeting", async () => {
  const family = await reyesFamily(server());
  await moveToMorning(server(), family.rose);
  await chooseLight(family);
  await turns84(server(), family.anna, family.rose, 0);
  await greet(family.ben, family.rose);
  const tablet = await show("/", family.rose, "Happy birthday, Rose!");
  await button(tablet, /^Listen/).waitFor();
  expect(await heardOn(tablet)).toEqual([
    ...masthead,
    ...['link "I Need Help"', 'button "Turn on my light"', 'button "Listen: Greeting from Ben, 1 second"'],
    ...['link "Love or answer them"', 'link "Earlier (1)"'],
    ...[call(family.anna, "Anna"), call(family.ben, "Ben"), 'link "See the week"'],
    // Where it is morning now, it may be another day, with another puzzle.
    ...[...giving, ...(await heardOfPuzzle(family.rose)), ...footer],
  ]);
});

it("the kinds of help", async () => {
  const page = await show("/help", rose, "How can we help?");
  await link(page, "Tech Help").waitFor();
  expect(await heardOn(page)).toEqual([
    ...masthead,
    ...['link "Back"', 'link "In an emergency call 911"', 'link "Is this a scam?"', 'link "Tech Help"'],
    ...['link "Home Help"', 'link "Rides & Errands"', 'link "Health & Meds"', 'link "Bills & Finance"'],
    ...['link "Social & Fun"', 'link "Food & Meals"', 'link "Other Help"', 'link "How to do it yourself"'],
    'link "Earlier requests"',
    ...footer,
  ]);
});

it("the phrases of one kind of help", async () => {
  const page = await show("/help/1", rose, "Tech Help");
  expect(await heardOn(page)).toEqual([
    ...masthead,
    ...['link "Back"', `button "My TV isn't working."`, `button "I can't get on the internet."`],
    ...['button "My phone is acting strange."', 'button "I forgot my password."'],
    ...['button "I got a message that worries me."', 'button "I want to make a video call."'],
    ...[`button "My printer won't print."`, 'summary "Something else"', 'link "In an emergency call 911"'],
    ...footer,
  ]);
});

it("the week", async () => {
  const page = await show("/week", rose, /^The week of/);
  expect(await heardOn(page)).toEqual([
    ...masthead,
    ...[
      'link "Earlier"',
      'link "Later"',
      'button "Print for the fridge"',
      'link "Print the Sunday letter"',
      'link "In my calendar app"',
    ],
    ...footer,
  ]);
});

it("the panel's calendar", async () => {
  const page = await show("/admin", anna, "Google Calendar");
  expect(await heardOn(page)).toEqual([
    ...panelTop,
    ...[`switch "Show kids' events"`, 'switch "Show family events"', 'switch "Show appointments"'],
    ...['textbox "Calendar URL (optional)"', `combobox "What's in this calendar"`, 'button "Save settings"'],
    'button "Connect"',
    ...footer,
  ]);
});

it("the panel's events", async () => {
  const page = await show("/admin/events", anna, "Manual events");
  expect(await heardOn(page)).toEqual([
    ...panelTop,
    ...['link "Family events"', 'link "Things To Do"', 'link "Add event"'],
    ...footer,
  ]);
});

it("Rose's page about herself", async () => {
  const page = await show("/account", rose, "More");
  expect(await heardOn(page)).toEqual([
    ...masthead,
    ...['summary "My name"', 'summary "My picture and birthday"', 'summary "Text size and colors"'],
    ...['radio "Standard"', 'radio "Light"', 'summary "Messages"', 'summary "Reminders"', 'summary "More"'],
    'button "Log Out"',
    ...footer,
  ]);
});

it("hellos, with a picture for Rose", async () => {
  const page = await show("/hellos", rose, "Hellos");
  expect(await heardOn(page)).toEqual([
    ...[
      ...masthead,
      'link "Home"',
      'link "Print the Sunday letter"',
      'button "Love it"',
      'button "Answer with my voice"',
    ],
    ...footer,
  ]);
});
