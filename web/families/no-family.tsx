import { type FormEvent, useState } from "react";
import { useStartFamily } from "#web/accounts/queries.ts";
import { messageOf } from "#web/api/call.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";

const roles = [
  { value: "admin", label: "Adult child", detail: "I set things up and help out." },
  { value: "grandparent", label: "Grandparent/Senior", detail: "I see my day and ask for help." },
] as const;

/** What somebody sees who is signed in but in no family. */
export function NoFamily() {
  const [role, setRole] = useState<(typeof roles)[number]["value"]>("admin");
  const start = useStartFamily();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!start.isPending) start.mutate({ role, timeZone });
  };
  return (
    <Page title="You haven't joined a family yet">
      <Stack gap={24} isNarrow>
        <h1>You haven't joined a family yet</h1>
        <Lead>Start a family of your own, or use the link that someone sent you.</Lead>
        <form onSubmit={submit}>
          <Stack gap={24}>
            <ChoiceField
              label="I am a"
              name="role"
              choices={roles}
              value={role}
              onChange={({ target }) => setRole(target.value === "grandparent" ? "grandparent" : "admin")}
            />
            {start.isError && (
              <Note
                kind="danger"
                isAlert
                title={messageOf(start.error, "That did not work. Please try again.")}
              />
            )}
            <Actions>
              <Button type="submit" variant="primary" isBusy={start.isPending} busyLabel="Starting...">
                Start a family
              </Button>
              <ButtonLink href="/invite">I have an invite</ButtonLink>
            </Actions>
          </Stack>
        </form>
      </Stack>
    </Page>
  );
}
