import { useFamily } from "#web/families/queries.ts";
import { SavedSwitch } from "#web/ui/form/saved-switch.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Failure, sayFailure } from "./failure.tsx";
import { useSwitchLibrary } from "./own-puzzles.ts";

const failed = "Error saving settings";

export function LibrarySwitch() {
  const family = useFamily();
  const { mutateAsync: change, error } = useSwitchLibrary();
  const save = (isOn: boolean) =>
    change(isOn).then(
      () => toast({ title: "Settings saved" }),
      (reason: unknown) => sayFailure(failed, reason),
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
      <Failure title={failed} error={error} />
    </Section>
  );
}
