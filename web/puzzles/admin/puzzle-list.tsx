import { useRef } from "react";
import type { ListedPuzzle } from "#contract/puzzles.ts";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Empty } from "#web/ui/state/empty.tsx";
import { PuzzleRow } from "./puzzle-row.tsx";

interface PuzzleListProps {
  puzzles: ListedPuzzle[];
  /** Today, where the family lives. */
  day: string;
}

export function PuzzleList({ puzzles, day }: PuzzleListProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    // Whoever deletes one is still somewhere afterwards.
    <div ref={list} tabIndex={-1}>
      {puzzles.length > 0 ? (
        <Rows>
          {puzzles.map((puzzle) => (
            <PuzzleRow
              key={puzzle.id}
              puzzle={puzzle}
              day={day}
              onDeleted={() => list.current?.focus({ preventScroll: true })}
            />
          ))}
        </Rows>
      ) : (
        <Empty
          title="You have no puzzles of your own yet."
          detail="Write the first one under “New puzzle”."
        />
      )}
    </div>
  );
}
