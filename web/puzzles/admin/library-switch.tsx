import { messageOf } from "#web/api/call.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { useFamily } from "#web/families/queries.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useSwitchLibrary } from "./own-puzzles.ts";

const failed = { title: "Error saving settings", otherwise: "An unexpected error occurred" };

export function LibrarySwitch() {
  const family = useFamily();
  const { mutateAsync: change, variables, isPending, error } = useSwitchLibrary();
  const press = (isOn: boolean) =>
    change(isOn).then(
      () => toast({ title: "Settings saved" }),
      (reason: unknown) => refusalOf(reason, failed),
    );
  return (
    <Section title="Porchlight's puzzles">
      <p>On days without a puzzle of yours, we can show one of ours.</p>
      <Switch
        label="Use Porchlight's own puzzles when we have none"
        checked={isPending ? variables : (family?.puzzleLibrary ?? true)}
        disabled={!family}
        onChange={({ target }) => press(target.checked)}
      />
      {error && (
        <Note kind="danger" title={failed.title}>
          <p>{messageOf(error, failed.otherwise)}</p>
        </Note>
      )}
    </Section>
  );
}
