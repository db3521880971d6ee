import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, PasswordProof } from "#contract/accounts/accounts.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form, Or } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { refusal } from "#web/ui/form/wrong-fields.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { Together } from "#web/ui/text.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { accountQuery, useProveAgain } from "./account-queries.ts";
import { useProofQuestion } from "./fresh-proof.ts";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { CodeForm } from "./phone/code-form.tsx";
import { NewCode, useSendCode } from "./phone/new-code.tsx";
import { shownPhoneNumber } from "./phone/phone-number.ts";

interface WayProps {
  account: Account;
  onProven: () => void;
}

const failed = { title: "Verification failed", otherwise: "Please try again." };

/** Sends the proof. A refusal is shown in a toast and in the form. */
function useProof(onProven: () => void) {
  const { mutateAsync: prove } = useProveAgain();
  return async (proof: { code: string } | { password: string }) => {
    await prove(proof).catch((error: unknown): never => {
      throw refusalOf(error, failed);
    });
    onProven();
  };
}

function ByCode({ phoneNumber, onProven }: { phoneNumber: string; onProven: () => void }) {
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { send, isSending } = useSendCode();
  const prove = useProof(onProven);
  const shown = shownPhoneNumber(phoneNumber);
  if (isSent)
    return (
      <>
        <CodeForm sentTo={shown} onCode={(code) => prove({ code })} />
        <NewCode receiver={{ phoneNumber }} />
      </>
    );
  const press = () =>
    send({ phoneNumber }).then(
      () => setSent(true),
      (reason: unknown) => setProblem(refusal(reason)),
    );
  return (
    <>
      <p>
        We'll text a code to <Together>{shown}</Together>.
      </p>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <Button variant="primary" isStart isBusy={isSending} busyLabel="Sending..." onClick={press}>
        Text me a code
      </Button>
    </>
  );
}

function ByPassword({ account: { username }, onProven }: WayProps) {
  const prove = useProof(onProven);
  const form = useSchemaForm<PasswordProof, PasswordProof>({
    schema: PasswordProof,
    defaults: { password: "" },
    onSubmit: prove,
  });
  return (
    <Form of={form}>
      {/* Password managers need the username. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <TextField
        {...form.field("password")}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Checking...">
        Check my password
      </Button>
    </Form>
  );
}

const ByGoogle = () => (
  <>
    <p>Please sign in again. Then make your change within five minutes.</p>
    <GoogleSignIn returnTo="/account" />
  </>
);

function Ways({ account, onProven }: WayProps) {
  const { phoneNumber, hasPassword } = account;
  if (!phoneNumber && !hasPassword) return <ByGoogle />;
  return (
    <>
      {phoneNumber && <ByCode phoneNumber={phoneNumber} onProven={onProven} />}
      {phoneNumber && hasPassword && <Or />}
      {hasPassword && <ByPassword account={account} onProven={onProven} />}
    </>
  );
}

/** Asks in a dialog, so that what was typed on the page stays. */
export function ProofQuestion() {
  const question = useProofQuestion();
  const { data: account } = useQuery(accountQuery);
  if (!question || !account) return null;
  return (
    <Dialog title="Is it you?" onClose={question.onClose}>
      <p>This protects your account if someone else gets hold of this device.</p>
      <Ways account={account} onProven={question.onProven} />
      <Button isStart onClick={question.onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
