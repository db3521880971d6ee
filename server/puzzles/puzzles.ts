import type { Puzzle } from "#contract/puzzles.ts";
import type { Database } from "../db/connect.ts";
import type { Member } from "../http/session.ts";

// The active puzzles take turns: the day's number, counted from 1970, chooses among them.
const findPuzzleOfTheDay = {
  name: "find-puzzle-of-the-day",
  text: `select p.id, p.question, p.options, p.correct_answer as "correctAnswer", p.is_active as "isActive",
      p.created_at as date
    from families f
    cross join lateral (
      select *, row_number() over (order by id) - 1 as turn, count(*) over () as total
      from puzzles where family_id = f.id and is_active
    ) p
    where f.id = $1 and p.turn = (($2::timestamptz at time zone f.time_zone)::date - date '1970-01-01') % p.total`,
};

type PuzzleRow = Omit<Puzzle, "date"> & { date: Date };

export async function puzzleOfTheDay(database: Database, member: Member, now: Date): Promise<Puzzle | null> {
  const [row] = await database.read<PuzzleRow>(findPuzzleOfTheDay, [member.familyId, now]);
  return row ? { ...row, date: row.date.toISOString() } : null;
}
