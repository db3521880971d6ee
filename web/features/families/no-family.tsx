import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Sent } from "#contract/endpoint.ts";
import type { startFamily } from "#contract/families.ts";
import { startingRoles } from "#web/features/accounts/signup/starting-roles.tsx";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh } from "#web/platform/api/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Lead } from "#web/ui/text.tsx";

function useStartFamily() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<typeof startFamily>["body"]) => call("POST /api/families", { body }),
    onSuccess: () => startAfresh(queries),
  });
}

/** The page for people who are signed in but have not joined a family. */
export function NoFamily() {
  const [role, setRole] = useState<(typeof startingRoles)[number]["value"]>("admin");
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
        <Lead>Set up your own family, or use the link that someone sent you.</Lead>
        <form onSubmit={submit}>
          <Stack gap={24}>
            <ChoiceField
              label="I am a"
              name="role"
              choices={startingRoles}
              value={role}
              onChange={({ target }) => setRole(target.value === "grandparent" ? "grandparent" : "admin")}
            />
            <ErrorMessage error={start.error} />
            <Actions>
              <Button type="submit" variant="primary" isBusy={start.isPending} busyLabel="Setting it up...">
                Set up my family
              </Button>
              <ButtonLink href="/invite">I have an invite</ButtonLink>
              <ButtonLink href="/family/move">Move a family to this server</ButtonLink>
            </Actions>
          </Stack>
        </form>
      </Stack>
    </Page>
  );
}
