import { CalendarCheck, Users } from "lucide-react";
import type { TodaysPuzzle } from "#contract/puzzles.ts";
import { callName } from "#web/features/families/contacts.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./question.module.css";

const names = new Intl.ListFormat("en-US");

/** The person's streak, and the grandparents who solved today's puzzle. */
export function Streak({ puzzle: { daysInARow, solvedBy } }: { puzzle: TodaysPuzzle }) {
  const family = useFamily();
  const solvers = solvedBy.map((name) => callName(name, family?.name ?? ""));
  return (
    <>
      {daysInARow > 1 && (
        <p className={styles.streak}>
          <Icon of={CalendarCheck} /> You have solved {daysInARow} days in a row
        </p>
      )}
      {solvers.length > 0 && (
        <p className={styles.streak}>
          <Icon of={Users} /> {names.format(solvers)} solved today's puzzle
        </p>
      )}
    </>
  );
}
