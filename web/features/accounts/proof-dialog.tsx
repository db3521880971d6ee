import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Account, PasswordProof } from "#contract/accounts/accounts.ts";
import type { CodeChannel } from "#contract/accounts/sign-in.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { focusField, TextField } from "#web/ui/form/field.tsx";
import { Form, Or } from "#web/ui/form/form.tsx";
import { formError } from "#web/ui/form/form-errors.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Together } from "#web/ui/text.tsx";
import { CodeForm, type CodeReceiver, NewCode, useSendCode } from "./codes/code-form.tsx";
import { shownPhoneNumber } from "./codes/phone-number.ts";
import { closeProofQuestion, useProofQuestion } from "./fresh-proof.ts";
import { arePasskeysPossible } from "./passkeys/passkey-sign-in.tsx";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { accountQuery, useProveAgain } from "./queries.ts";

interface ProofProps {
  account: Account;
  onProven: () => void;
}

const failed = { title: "Verification failed", otherwise: "Please try again." };

function useProof(onProven: () => void) {
  const { mutateAsync: prove } = useProveAgain();
  return async (proof: { code: string } | { password: string }) => {
    await prove(proof);
    onProven();
  };
}

interface CodeTarget {
  channel: CodeChannel;
  receiver: CodeReceiver;
  /** The number or address in words. */
  shown: string;
}

/** The server decides whether the code goes to the phone or by e-mail, and accepts only that proof. */
function codeTarget({ codesGoTo, phoneNumber, email }: Account): CodeTarget | undefined {
  if (codesGoTo === "phone" && phoneNumber)
    return { channel: "phone", receiver: { phoneNumber }, shown: shownPhoneNumber(phoneNumber) };
  if (codesGoTo === "email" && email) return { channel: "email", receiver: { email }, shown: email };
  return undefined;
}

const askWords: Record<CodeChannel, { announce: string; button: string }> = {
  phone: { announce: "We'll text a code to", button: "Text me a code" },
  email: { announce: "We'll e-mail a code to", button: "E-mail me a code" },
};

function ByCode({ target, onProven }: { target: CodeTarget; onProven: () => void }) {
  const { channel, receiver, shown } = target;
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { send, isSending } = useSendCode(channel);
  const prove = useProof(onProven);
  if (isSent)
    return (
      <>
        <div ref={focusField}>
          <CodeForm sentTo={shown} onCode={(code) => prove({ code })} failed={failed} />
        </div>
        <NewCode channel={channel} receiver={receiver} />
      </>
    );
  const press = () =>
    send(receiver).then(
      () => setSent(true),
      (reason: unknown) => setProblem(formError(reason)),
    );
  return (
    <>
      <p>
        {askWords[channel].announce} <Together>{shown}</Together>.
      </p>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <Button variant="primary" isStart isBusy={isSending} busyLabel="Sending..." onClick={press}>
        {askWords[channel].button}
      </Button>
    </>
  );
}

function ByPassword({ account: { username }, onProven }: ProofProps) {
  const prove = useProof(onProven);
  const form = useSchemaForm<PasswordProof, PasswordProof>({
    schema: PasswordProof,
    defaults: { password: "" },
    onSubmit: prove,
    failed,
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

const ByProvider = ({ account: { providers } }: { account: Account }) => (
  <>
    <p>Please sign in again. Then make your change within five minutes.</p>
    {providers.map((provider) => (
      <ProviderSignIn key={provider.id} provider={provider} isReturning />
    ))}
  </>
);

/** The proofs that this account can give. */
function Proofs({ account, onProven }: ProofProps) {
  const { hasPassword } = account;
  const target = codeTarget(account);
  const isByProvider = account.providers.length > 0 && account.phoneNumber === null;
  return (
    <>
      {target && <ByCode target={target} onProven={onProven} />}
      {target && hasPassword && <Or />}
      {hasPassword && <ByPassword account={account} onProven={onProven} />}
      {isByProvider && (target || hasPassword) && <Or />}
      {isByProvider && <ByProvider account={account} />}
      {!target && !hasPassword && !isByProvider && (
        <p>
          {arePasskeysPossible() && "Please log out, and sign in again with a passkey. No passkey? "}
          The person who runs this server can give you a link that signs you in.
        </p>
      )}
    </>
  );
}

/** Asks in a dialog, so that what was typed on the page stays. */
function ProofQuestion() {
  const question = useProofQuestion();
  const account = useQuery(accountQuery);
  if (!question) return null;
  return (
    <Dialog title="Is it you?" onClose={question.onClose}>
      <p>This protects your account if someone else gets hold of this device.</p>
      <Loaded of={account} name="your account" skeleton={<Skeleton shape="row" />}>
        {(account) => <Proofs account={account} onProven={question.onProven} />}
      </Loaded>
      <Button isStart onClick={question.onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}

/** Opens when a change needs a fresh proof. */
export function ProofDialog() {
  const isAsked = useProofQuestion() !== undefined;
  useEffect(() => closeProofQuestion, []);
  return isAsked && <ProofQuestion />;
}
