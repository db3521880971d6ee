// Who is driving to an event and who is coming, in the words of the app and of the Sunday letter.
import { callName } from "../call-name.ts";
import type { CalendarEvent } from "./calendar.ts";

const list = new Intl.ListFormat("en-US");

/** "Ben is driving; Anna, Rose, and Maya are coming". Empty if nobody is named. */
export function peopleIn(people: CalendarEvent["people"], familyName: string): string {
  const parts = ["driving", "coming"].flatMap((part) => {
    const names = people.filter((one) => one.part === part).map(({ name }) => callName(name, familyName));
    return names.length ? `${list.format(names)} ${names[1] ? "are" : "is"} ${part}` : [];
  });
  return parts.join("; ");
}
