import type { Puzzle, TodaysPuzzle } from "#contract/puzzles.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Member } from "#server/platform/http/session.ts";
import { libraryPuzzleOf } from "./library.ts";

/**
 * SQL for the day in the time zone of family $1 at time $2, and for the day on which each of its active puzzles comes
 * next. The number of the day, counted from 1970, chooses among them.
 */
export const withTurns = `with today as (
    select has_puzzle_library, ($2::timestamptz at time zone time_zone)::date as day from families where id = $1
  ), places as (
    select id, row_number() over (order by id) - 1 - (day - date '1970-01-01') as distance, count(*) over () as total
    from puzzles, today where family_id = $1 and is_active
  ), turns as (
    select id, day + mod(mod(distance, total) + total, total)::integer as next_on from places, today
  )`;

interface Solution {
  puzzleId: number;
  personId: number;
  name: string;
}

interface TodayRow {
  /** YYYY-MM-DD */
  day: string;
  hasLibrary: boolean;
  /** One of the family's own puzzles. */
  puzzle: Puzzle | null;
  daysInARow: number;
  /** The caller's own solutions, and those of grandparents who share theirs. */
  solutions: Solution[];
}

const findToday = {
  name: "find-puzzle-of-today",
  text: `${withTurns}
    select day, has_puzzle_library as "hasLibrary", (
        select json_build_object('id', p.id, 'question', p.question, 'options', p.options,
          'correctAnswer', p.correct_answer, 'isActive', p.is_active, 'date', p.created_at)
        from turns join puzzles p using (id) where p.family_id = $1 and turns.next_on = today.day
      ) as puzzle, coalesce((
        select max(days_in_row) from puzzle_answers
        where family_id = $1 and person_id = $3 and answered_on between today.day - 1 and today.day
      ), 0) as "daysInARow", coalesce((
        select json_agg(json_build_object('puzzleId', a.puzzle_id, 'personId', p.id, 'name', p.username)
          order by a.answered_at)
        from memberships m
        join people p on p.id = m.person_id
        join puzzle_answers a on a.family_id = m.family_id and a.person_id = m.person_id
        where m.family_id = $1 and a.answered_on = today.day and a.days_in_row > 0
          and (p.id = $3 or m.role = 'grandparent' and p.shares_puzzle)
      ), '[]') as solutions
    from today`,
};

async function puzzleIn({ day, hasLibrary, puzzle }: TodayRow): Promise<Puzzle | null> {
  if (puzzle) return { ...puzzle, date: new Date(puzzle.date).toISOString() };
  return hasLibrary ? libraryPuzzleOf(day) : null;
}

/** Today's puzzle with the member's progress and the family's day, or null if there is none. */
export async function todaysPuzzle(
  database: Database,
  member: Member,
  now: Date,
): Promise<TodaysPuzzle | null> {
  const [today] = await database.read<TodayRow>(findToday, [member.familyId, now, member.id]);
  const puzzle = today && (await puzzleIn(today));
  if (!puzzle) return null;
  const { day, daysInARow } = today;
  const solved = today.solutions.filter(({ puzzleId }) => puzzleId === puzzle.id);
  const isOwn = ({ personId }: Solution) => personId === member.id;
  const solvedBy = solved.filter((one) => !isOwn(one)).map(({ name }) => name);
  return { ...puzzle, day, daysInARow, hasSolvedToday: solved.some(isOwn), solvedBy };
}
