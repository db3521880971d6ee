// What is in the Sunday letter of a family. The page to print and the e-mail have the same words.
import { ageOn, isKeptOn } from "#contract/birthday-days.ts";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { peopleIn } from "#contract/calendar/day-words.ts";
import { callName } from "#contract/call-name.ts";
import type { Letter } from "#contract/letters.ts";
import { clockTime, monthAndDay, weekday } from "#contract/time-words.ts";
import { eventsStartingBetween } from "#server/features/calendar/calendar.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { NotFound } from "#server/platform/errors.ts";
import { type LetterWeek, weekOf } from "./letter-week.ts";
import { findAnswers, findFamily, findPictures } from "./queries.ts";

type Family = NonNullable<Awaited<ReturnType<typeof findFamily>>>;
type Answer = Awaited<ReturnType<typeof findAnswers>>[number];
type Picture = Awaited<ReturnType<typeof findPictures>>[number];

/** A letter, whose pictures can be sent along. */
export interface WrittenLetter extends Letter {
  readonly pictures: (Letter["pictures"][number] & Pick<Picture, "mediaId">)[];
}

const letterPaper: readonly string[] = ["US", "CA", "MX", "PR"];

const pictureWords = ({ name, caption }: Picture, familyName: string): string => {
  const giver = callName(name, familyName);
  return caption ? `${giver}: ${caption}` : `From ${giver}`;
};

const daysOf = ({ from, to }: LetterWeek): string[] => {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; day = day.add({ days: 1 }))
    days.push(day.toString());
  return days;
};

/** "Walter turns 84 on Sunday, December 6". */
const birthdayWords = ({ birthdays, name: familyName }: Family, day: string): string[] =>
  birthdays
    .filter((birthday) => isKeptOn(birthday, day))
    .map((birthday) => {
      const name = callName(birthday.name, familyName);
      const age = ageOn(birthday, day);
      const what = age === undefined ? `${name}'s birthday is` : `${name} turns ${age}`;
      return `${what} on ${weekday(day)}, ${monthAndDay(day)}`;
    });

/** "10:00 AM Dentist, Mill Street. Ben is driving". */
function eventWords({ allDay, startTime, title, location, people }: CalendarEvent, family: string): string {
  const what = `${allDay ? "All day:" : clockTime(startTime)} ${title}`;
  return [[what, location].filter(Boolean).join(", "), peopleIn(people, family)].filter(Boolean).join(". ");
}

const answerWords = ({ name, caption }: Answer, familyName: string): string => {
  const giver = callName(name, familyName);
  return caption ? `${giver}: ${caption}` : `${giver} answered by voice. You can hear it in Porchlight.`;
};

/** Writes the letter of this time. */
export async function letterOf(database: Database, familyId: number, at: Date): Promise<WrittenLetter> {
  const { reads } = database;
  const family = await findFamily(reads, familyId);
  if (!family) throw new NotFound();
  const week = weekOf(at, family.timeZone);
  const given = { familyId, since: week.since, until: at };
  const [pictures, answers, events] = await Promise.all([
    family.hasHellos ? findPictures(reads, given) : [],
    family.hasHellos && family.hasQuestions ? findAnswers(reads, given) : [],
    eventsStartingBetween(database, { familyId }, at, week),
  ]);
  const days = daysOf(week);
  return {
    family: family.name,
    day: week.day,
    paper: letterPaper.includes(family.country) ? "Letter" : "A4",
    pictures: pictures.map((picture) => {
      const { id, width, height, mediaId } = picture;
      return { id, width, height, mediaId, words: pictureWords(picture, family.name) };
    }),
    questions: [...Map.groupBy(answers, ({ question }) => question)].map(([text, given]) => ({
      text,
      answers: given.map((answer) => answerWords(answer, family.name)),
    })),
    birthdays: days.flatMap((day) => birthdayWords(family, day)),
    days: days
      .map((day) => {
        const ofDay = events.filter(({ date }) => date === day);
        return { day, events: ofDay.map((event) => eventWords(event, family.name)) };
      })
      .filter(({ events }) => events.length > 0),
  };
}

/** Whether there is nothing to tell. */
export const isEmpty = ({ pictures, questions, birthdays, days }: Letter): boolean =>
  [pictures, questions, birthdays, days].every((list) => list.length === 0);
