import type { Family } from "#contract/families.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { longDay } from "#web/ui/time/clock.ts";

function KeepButton() {
  const refresh = useRefresh(["family"]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call("DELETE /api/family/deletion"),
    onSettled: refresh,
  });
  return (
    <>
      <Button isStart isBusy={isPending} busyLabel="Saving..." onClick={() => mutate()}>
        Keep the family
      </Button>
      <ErrorMessage error={error} />
    </>
  );
}

/** Tells everybody on home that the family will be deleted. Grandparents first need to know that help still comes. */
export function FamilyEnding({ family }: { family: Family }) {
  const user = useSignedInUser();
  if (!user || !family.deletion) return null;
  const { dueAt, askedBy } = family.deletion;
  const lastDay = longDay(dueAt, family.timeZone);
  const asked = `${askedBy ?? "Someone"} asked for it.`;
  if (user.role === "grandparent")
    return (
      <Note title={`“${family.name}” closes on ${lastDay}`}>
        <Stack gap={12}>
          <p>Until then everything works, and you can ask for help as always.</p>
          <p>{asked} Want to keep it?</p>
          <KeepButton />
        </Stack>
      </Note>
    );
  return (
    <Note kind="warn" title={`“${family.name}” will be deleted on ${lastDay}`}>
      <Stack gap={12}>
        <p>{asked} Until then everything works, and help still comes.</p>
        <KeepButton />
      </Stack>
    </Note>
  );
}
