import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { SoughtFamily } from "#contract/cells.ts";
import { signInOptionsQuery } from "#web/features/accounts/queries.ts";
import { Button, ButtonLink, TallButton } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { useFindFamily, useStartFamily } from "./queries.ts";

const title = "Find your family";

function SearchForm({ onSent }: { onSent: (message: string) => void }) {
  const { mutateAsync: find } = useFindFamily();
  const form = useSchemaForm<SoughtFamily, SoughtFamily>({
    schema: SoughtFamily,
    defaults: { address: "" },
    onSubmit: async (typed) => onSent((await find(typed)).message),
    failed: {
      title: "No link was sent",
      unreached: "We could not reach Porchlight. Please check your connection and try again.",
      otherwise: "Please try again.",
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("address")}
        label={<Unbroken>Phone number or e-mail address</Unbroken>}
        hint="The one that your family's page knows. We'll send you a link."
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Sending...">
        Send me a link
      </Button>
    </Form>
  );
}

/** The same for everybody: the page does not know whether anything was sent. */
const Sent = ({ message, onAgain }: { message: string; onAgain: () => void }) => (
  <Stack gap={24}>
    <Note kind="success" isAlert title={message}>
      <p>Open it on this device. If nothing comes in a few minutes, please try again.</p>
    </Note>
    <TallButton onClick={onAgain}>Try another number or address</TallButton>
  </Stack>
);

/** New families have no page yet, and start in the cell with the most room. */
function StartFamily() {
  const { mutate, isPending, error } = useStartFamily();
  return (
    <Card title="New to Porchlight?" level={2}>
      <p>Start a page for your family.</p>
      <ErrorMessage error={error} />
      <Button
        iconAfter={ArrowRight}
        isBusy={isPending}
        busyLabel="Looking for a place..."
        onClick={() => mutate()}
      >
        Start a new family
      </Button>
    </Card>
  );
}

/** Finds the cell of somebody's family without any directory: each cell that knows the person sends a link. */
export function FindPage() {
  const { data: options } = useQuery(signInOptionsQuery);
  const [message, setMessage] = useState<string>();
  return (
    <Page title={title} layout="card" focusesField>
      <ButtonLink variant="back" href="/">
        Back
      </ButtonLink>
      <Card title="Sign in" question={title}>
        {message === undefined ? (
          <SearchForm onSent={setMessage} />
        ) : (
          <Sent message={message} onAgain={() => setMessage(undefined)} />
        )}
      </Card>
      {options?.isEntrance && <StartFamily />}
    </Page>
  );
}
