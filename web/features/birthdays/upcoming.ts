// Whose birthday it is, or soon will be, and how that is said.
import { ageOn, isKeptOn, nextKept } from "#contract/birthday-days.ts";
import { callName } from "#contract/call-name.ts";
import { daysBetween } from "#contract/durations.ts";
import type { Family, PicturedMember } from "#contract/families.ts";

const maxDaysAhead = 14;

export interface KeptBirthday {
  /** The person, by the name that the family calls them. */
  person: Pick<PicturedMember, "id" | "name" | "picture">;
  daysAhead: number;
  /** How old they are on that day, if the family knows. */
  age: number | undefined;
}

type Members = Pick<Family, "name" | "members">;

/** The birthdays that members keep on this day. */
export const birthdaysOn = (day: string, { name: familyName, members }: Members): KeptBirthday[] =>
  members.flatMap(({ id, name, picture, birthday }) =>
    birthday && isKeptOn(birthday, day)
      ? { person: { id, name: callName(name, familyName), picture }, daysAhead: 0, age: ageOn(birthday, day) }
      : [],
  );

/** Today's birthdays and those of the next two weeks, soonest first. */
export const birthdaysAhead = (today: string, family: Members): KeptBirthday[] =>
  [...new Set(family.members.flatMap(({ birthday }) => (birthday ? nextKept(birthday, today) : [])))]
    .filter((day) => daysBetween(today, day) <= maxDaysAhead)
    .sort()
    .flatMap((day) =>
      birthdaysOn(day, family).map((one) => ({ ...one, daysAhead: daysBetween(today, day) })),
    );

/** "Walter turns 84", or "Walter's birthday". */
export const birthdayTitle = ({ person: { name }, age }: KeptBirthday): string =>
  age === undefined ? `${name}'s birthday` : `${name} turns ${age}`;

const inDays = (days: number): string => (days === 1 ? "tomorrow" : `in ${days} days`);

/** "Walter is 84 in 9 days", "Walter's birthday is tomorrow", or "Your birthday is in 9 days". */
export function wordsAhead({ person, daysAhead, age }: KeptBirthday, ownId: number): string {
  if (person.id === ownId) return `Your birthday is ${inDays(daysAhead)}`;
  const subject = age === undefined ? `${person.name}'s birthday is` : `${person.name} is ${age}`;
  return `${subject} ${inDays(daysAhead)}`;
}

/** "Walter is 84 today", "It's Walter's birthday today", or "Happy birthday, Walter!" */
export function wordsToday({ person, age }: KeptBirthday, ownId: number): string {
  if (person.id === ownId) return `Happy birthday, ${person.name}!`;
  return age === undefined ? `It's ${person.name}'s birthday today` : `${person.name} is ${age} today`;
}
