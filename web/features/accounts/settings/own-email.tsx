import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, type changeEmail, NewEmail } from "#contract/accounts/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Together } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { accountQuery, useChangeEmail, useRemoveEmail } from "../queries.ts";

type Typed = Sent<typeof changeEmail>["body"];

interface EmailFormProps {
  account: Account;
  onSent: () => void;
}

function EmailForm({ account: { email, invitedEmail }, onSent }: EmailFormProps) {
  const { mutateAsync: change } = useChangeEmail();
  const form = useSchemaForm<Typed, Typed>({
    schema: NewEmail,
    defaults: { email: email === null ? (invitedEmail ?? "") : "" },
    onSubmit: async (typed) => {
      await change(typed);
      onSent();
    },
    failed: { title: "Your address was not saved", otherwise: "Please try again." },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("email")}
        label={email === null ? "My e-mail address" : "New e-mail address"}
        hint="We'll send an e-mail there to make sure it's yours."
        type="email"
        autoComplete="email"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Sending...">
        <span>
          Send me the <Together>e-mail</Together>
        </span>
      </Button>
    </Form>
  );
}

const Unconfirmed = ({ email }: { email: string }) => (
  <Note title={`We sent an e-mail to ${email}`}>
    <p>Please open the link in it on this device. Until then, we won't send anything else there.</p>
  </Note>
);

function RemoveEmail({ onRemoved }: { onRemoved: () => void }) {
  const { mutateAsync: remove, isPending } = useRemoveEmail();
  const failed = { title: "Your address is still here", otherwise: "Please try again." };
  // A live event may remove the button before the response comes, so this waits for the promise.
  const press = () => remove().then(onRemoved, (error: unknown) => toastError(error, failed));
  return (
    <Button isStart isBusy={isPending} busyLabel="Removing..." onClick={press}>
      Remove my e-mail
    </Button>
  );
}

function Email({ account }: { account: Account }) {
  const [result, setResult] = useState<ActionResult>();
  const { email, unconfirmedEmail } = account;
  return (
    <>
      {email ? (
        <p>
          We send e-mails to <b>{email}</b>.
        </p>
      ) : (
        <p>Add an e-mail address, and we can reach you there too.</p>
      )}
      {unconfirmedEmail && <Unconfirmed email={unconfirmedEmail} />}
      <EmailForm key={email} account={account} onSent={() => setResult(undefined)} />
      {(email ?? unconfirmedEmail) && (
        <RemoveEmail onRemoved={() => setResult({ isGood: true, words: "We won't e-mail you anymore." })} />
      )}
      <StatusMessage of={result} />
    </>
  );
}

/** The address for e-mails about help requests. */
export function OwnEmail() {
  const { data } = useQuery(accountQuery);
  return data && <Email account={data} />;
}
