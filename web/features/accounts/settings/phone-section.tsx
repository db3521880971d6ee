import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Account, CallNumber } from "#contract/accounts/accounts.ts";
import { Button, TallButton } from "#web/ui/action/button.tsx";
import { focusField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Together } from "#web/ui/text.tsx";
import { PhoneForm } from "../codes/address-forms.tsx";
import { CodeForm, NewCode } from "../codes/code-form.tsx";
import { shownPhoneNumber } from "../codes/phone-number.ts";
import { signInOptionsQuery, useChangeCallNumber, useChangePhoneNumber } from "../queries.ts";

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
    await change({ phoneNumber, code });
    onChanged();
  };
  return (
    <>
      <div ref={focusField}>
        <CodeForm sentTo={typed} onCode={prove} />
      </div>
      <NewCode channel="phone" receiver={{ phoneNumber }} />
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
    <div ref={focusField}>
      <PhoneForm
        label="New phone number"
        onSent={(phoneNumber, typed) => setNumber({ phoneNumber, typed })}
      />
    </div>
  );
}

/** An empty field removes the number. */
const typedCallNumber = prepared(CallNumber, ({ phoneNumber }: CallNumber) => ({
  phoneNumber: phoneNumber?.trim() || null,
}));

/** For people who sign in without a phone number but want the family to be able to call them. */
function CallNumberForm({ account: { callNumber } }: { account: Account }) {
  const { mutateAsync: change } = useChangeCallNumber();
  const [result, setResult] = useState<ActionResult>();
  const form = useSchemaForm<CallNumber, CallNumber>({
    schema: typedCallNumber,
    defaults: { phoneNumber: callNumber && shownPhoneNumber(callNumber) },
    onSubmit: async (typed) => {
      setResult(undefined);
      await change(typed);
      setResult({
        isGood: true,
        words: typed.phoneNumber ? "Your number is saved." : "Your number is removed.",
      });
    },
    failed: { title: "Your number was not saved", otherwise: "Please try again." },
  });
  return (
    <>
      <Form of={form}>
        <TextField
          {...form.field("phoneNumber")}
          label="Number for calls"
          hint="So that your family can call you. You don't sign in with it."
          type="tel"
          autoComplete="tel"
        />
        <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
          Save my number
        </Button>
      </Form>
      <StatusMessage of={result} />
    </>
  );
}

function CurrentNumber({ account: { phoneNumber, callNumber } }: { account: Account }) {
  if (phoneNumber !== null)
    return (
      <p>
        Your number is <Together>{shownPhoneNumber(phoneNumber)}</Together>. You sign in with it.
      </p>
    );
  if (callNumber === null) return <p>You haven't added a phone number yet.</p>;
  return (
    <p>
      Your family calls <Together>{shownPhoneNumber(callNumber)}</Together>.
    </p>
  );
}

/** A number that people sign in with is proven by a code that is texted to it. */
function ProvenNumber({ account }: { account: Account }) {
  const { phoneNumber } = account;
  const [isChanging, setChanging] = useState(false);
  const [result, setResult] = useState<ActionResult>();
  const button = useRef<HTMLButtonElement>(null);
  // The button replaces the form that had the focus.
  useEffect(() => {
    if (result) button.current?.focus();
  }, [result]);
  const start = () => {
    setResult(undefined);
    setChanging(true);
  };
  const changed = () => {
    setChanging(false);
    setResult({ isGood: true, words: "Your phone number has been changed." });
  };
  return (
    <>
      <CurrentNumber account={account} />
      {isChanging ? (
        <NewNumberForm onChanged={changed} />
      ) : (
        <Button isStart ref={button} onClick={start}>
          {phoneNumber ? "Change my number" : "Add my number"}
        </Button>
      )}
      <StatusMessage of={result} />
    </>
  );
}

/** Where the server cannot text, a proven number stays as it is. */
function OwnNumber({ account }: { account: Account }) {
  const options = useQuery(signInOptionsQuery);
  return (
    <Loaded of={options} name="your phone number" skeleton={<Skeleton shape="line" />}>
      {({ hasTexts }) => {
        if (hasTexts) return <ProvenNumber account={account} />;
        if (account.phoneNumber !== null) return <CurrentNumber account={account} />;
        return <CallNumberForm account={account} />;
      }}
    </Loaded>
  );
}

export const PhoneSection = ({ account }: { account: Account }) => (
  <Section title="My phone">
    <OwnNumber account={account} />
  </Section>
);
