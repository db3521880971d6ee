// Writes a birthday for calendar apps: a day of every year.
import { keptIn } from "#contract/birthday-days.ts";
import type { BirthdayRow } from "../outgoing.ts";
import { type Component, eventComponent, type FamilyClock, type Property } from "./event-component.ts";

/** February 29 is on the last day of February in every year. */
const ruleOf = ({ month, day }: BirthdayRow) => ({
  freq: "YEARLY",
  bymonth: month,
  bymonthday: month === 2 && day === 29 ? -1 : day,
});

/** Without a year of birth, it begins in the year in which it was entered, so that it does not change by itself. */
export function birthdayComponent(
  row: BirthdayRow,
  clock: FamilyClock,
  uidOf: (id: number) => string,
): Component {
  const { id, name, year, changed_at } = row;
  const first = keptIn(row, year ?? changed_at.getUTCFullYear());
  const repetition: Property[] = [["rrule", {}, "recur", ruleOf(row)]];
  return eventComponent(
    {
      title: `${name}'s birthday`,
      location: "",
      category: "family",
      is_all_day: true,
      starts: first,
      ends: first,
      revision: 0,
      revised_at: changed_at,
    },
    clock,
    { uid: uidOf(id), description: year === null ? "" : `Born in ${year}.`, repetition, isSeries: true },
  );
}
