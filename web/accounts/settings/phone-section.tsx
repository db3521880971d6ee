import { useState } from "react";
import type { Account } from "#contract/accounts/accounts.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallButton } from "#web/ui/action/link.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { type ActionResult, Outcome } from "#web/ui/state/outcome.tsx";
import { Together } from "#web/ui/text.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { useChangePhoneNumber } from "../account-queries.ts";
import { CodeForm } from "../phone/code-form.tsx";
import { NewCode } from "../phone/new-code.tsx";
import { PhoneForm } from "../phone/phone-form.tsx";
import { shownPhoneNumber } from "../phone/phone-number.ts";

interface NewNumber {
  phoneNumber: string;
  typed: string;
}

interface NewNumberCodeProps {
  number: NewNumber;
  onChanged: () => void;
  onCancel: () => void;
}

/** Proves the new number by a code that is texted to it. */
function NewNumberCode({ number: { phoneNumber, typed }, onChanged, onCancel }: NewNumberCodeProps) {
  const { mutateAsync: change } = useChangePhoneNumber();
  const prove = async (code: string) => {
    await change({ phoneNumber, code }).catch((error: unknown): never => {
      throw refusalOf(error, {
        title: "Verification failed",
        otherwise: "Please try again with the correct code.",
        unreached: "Failed to verify code. Please try again.",
      });
    });
    onChanged();
  };
  return (
    <>
      <CodeForm sentTo={typed} onCode={prove} />
      <NewCode receiver={{ phoneNumber }} />
      <TallButton onClick={onCancel}>Use a different number</TallButton>
    </>
  );
}

interface NewNumberFormProps {
  onChanged: () => void;
}

function NewNumberForm({ onChanged }: NewNumberFormProps) {
  const [number, setNumber] = useState<NewNumber>();
  if (number)
    return <NewNumberCode number={number} onChanged={onChanged} onCancel={() => setNumber(undefined)} />;
  return (
    <PhoneForm label="New phone number" onSent={(phoneNumber, typed) => setNumber({ phoneNumber, typed })} />
  );
}

export function PhoneSection({ account: { phoneNumber } }: { account: Account }) {
  const [isChanging, setChanging] = useState(false);
  const [result, setResult] = useState<ActionResult>();
  const start = () => {
    setResult(undefined);
    setChanging(true);
  };
  const changed = () => {
    setChanging(false);
    setResult({ isGood: true, words: "Your phone number has been changed." });
  };
  return (
    <Section title="My phone">
      {phoneNumber ? (
        <p>
          Your number is <Together>{shownPhoneNumber(phoneNumber)}</Together>. You sign in with it.
        </p>
      ) : (
        <p>You haven't added a phone number yet.</p>
      )}
      {isChanging ? (
        <NewNumberForm onChanged={changed} />
      ) : (
        <Button isStart onClick={start}>
          {phoneNumber ? "Change my number" : "Add my number"}
        </Button>
      )}
      <Outcome of={result} />
    </Section>
  );
}
