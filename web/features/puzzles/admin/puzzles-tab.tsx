import { useQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Columns, Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { NewPuzzleForm } from "./new-puzzle-form.tsx";
import { ownPuzzlesQuery, useSwitchLibrary } from "./own-puzzles.ts";
import { PuzzleList } from "./puzzle-list.tsx";

const failed = { title: "Error saving settings", otherwise: "An unexpected error occurred" };

function LibrarySwitch() {
  const family = useFamily();
  const { mutateAsync: change, error } = useSwitchLibrary();
  const save = (isOn: boolean) =>
    change(isOn).then(
      () => toast({ title: "Settings saved" }),
      (reason: unknown) => toastError(reason, failed),
    );
  return (
    <Section title="Porchlight's puzzles">
      <p>On days without a puzzle of yours, we can show one of ours.</p>
      <SavedSwitch
        label="Use Porchlight's puzzles"
        isOn={family?.puzzleLibrary ?? true}
        disabled={!family}
        save={save}
      />
      <ErrorMessage {...failed} error={error} />
    </Section>
  );
}

const skeleton = (
  <>
    <Skeleton shape="tile" />
    <Skeleton shape="tile" />
  </>
);

/** The tab with the family's puzzles. */
export function PuzzlesTab() {
  const { day } = useFamilyClock();
  const puzzles = useQuery(ownPuzzlesQuery(day));
  if (isForbidden(puzzles.error))
    return (
      <AccessDenied title="Puzzles">
        The people who look after your family's page can change its puzzles.
      </AccessDenied>
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
