import { useQuery } from "@tanstack/react-query";
import { Refused } from "#web/admin/refused.tsx";
import { isForbidden } from "#web/api/call.ts";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { LibrarySwitch } from "./library-switch.tsx";
import { NewPuzzleForm } from "./new-puzzle-form.tsx";
import { ownPuzzlesQuery } from "./own-puzzles.ts";
import { PuzzleList } from "./puzzle-list.tsx";

const skeleton = (
  <>
    <Skeleton shape="tile" />
    <Skeleton shape="tile" />
  </>
);

/** The tab where one makes puzzles, lets them take their turn, and deletes them. */
export function PuzzlesTab() {
  const { day } = useFamilyClock();
  const puzzles = useQuery(ownPuzzlesQuery(day));
  if (isForbidden(puzzles.error))
    return (
      <Refused title="Puzzles">The people who look after your family's page can change its puzzles.</Refused>
    );
  return (
    <Columns>
      <Stack gap={48}>
        <Section title="Puzzles">
          <Loaded of={puzzles} name="the puzzles" skeleton={skeleton}>
            {(list) => <PuzzleList puzzles={list} day={day} />}
          </Loaded>
        </Section>
        <LibrarySwitch />
      </Stack>
      <NewPuzzleForm />
    </Columns>
  );
}
