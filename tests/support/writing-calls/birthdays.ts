import { type Birthday, changeBirthday, removeBirthday } from "#contract/birthdays.ts";
import type { Person } from "../people.ts";
import { at, type WritingCall } from "./call.ts";

/** Sets a member's birthday, as an admin or as the member. */
export const setBirthday = (
  { client }: Pick<Person, "client">,
  { id }: Pick<Person, "id">,
  birthday: Birthday = { month: 12, day: 6, year: 1942 },
) => client.call(changeBirthday, { params: { id }, body: birthday });

export const callsAboutBirthdays: readonly WritingCall[] = [
  { endpoint: changeBirthday, prepare: ({ rose }) => at(rose.id, { month: 12, day: 6, year: 1942 }) },
  {
    endpoint: removeBirthday,
    async prepare({ anna, rose }) {
      await setBirthday(anna, rose);
      return at(rose.id);
    },
  },
];
