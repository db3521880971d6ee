// When the people of the sample family were born. Rose's birthday is always near.
import { changeBirthday } from "#contract/birthdays.ts";
import type { Family, Stage } from "./people.ts";

const birthdays = [
  { of: "rose", daysAhead: 9, age: 83 },
  { of: "ben", daysAhead: 100, age: 50 },
  { of: "maya", daysAhead: 210, age: 18 },
] as const;

/** Anna enters what she knows. */
export async function enterBirthdays({ clock }: Stage, family: Family): Promise<void> {
  clock.go(-27, "20:10");
  for (const { of, daysAhead, age } of birthdays) {
    const { month, day, year } = Temporal.PlainDate.from(clock.day(daysAhead)).subtract({ years: age });
    const params = { id: family[of].id };
    await family.anna.guest.call(changeBirthday, { params, body: { month, day, year } });
    clock.pass(1);
  }
}
