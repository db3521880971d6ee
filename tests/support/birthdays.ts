import { type Birthday, changeBirthday } from "#contract/birthdays.ts";
import type { Person } from "./people.ts";

/** Sets a member's birthday, as an admin or as the member. */
export const setBirthday = (
  { client }: Pick<Person, "client">,
  { id }: Pick<Person, "id">,
  birthday: Birthday = { month: 12, day: 6, year: 1942 },
) => client.call(changeBirthday, { params: { id }, body: birthday });
