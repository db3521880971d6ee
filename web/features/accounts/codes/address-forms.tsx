import { useState } from "react";
import { type CodeChannel, EmailVerification, RequestedVerification } from "#contract/accounts/sign-in.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { Button, TallButton } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { formError } from "#web/ui/form/form-errors.ts";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Together, Unbroken } from "#web/ui/text.tsx";
import { codeWords, useSendCode } from "./code-form.tsx";
import { normalizePhoneNumber } from "./phone-number.ts";

interface PhoneFormProps {
  typed?: string | undefined;
  label?: string;
  onTyped?: (typed: string) => void;
  /** Called with the number that was sent a code, and the number as it was typed. */
  onSent: (phoneNumber: string, typed: string) => void;
}

export function PhoneForm({ typed = "", label = "Phone number", onTyped, onSent }: PhoneFormProps) {
  const { send } = useSendCode("phone");
  const form = useSchemaForm<RequestedVerification, RequestedVerification>({
    schema: RequestedVerification,
    defaults: { phoneNumber: typed },
    onSubmit: async ({ phoneNumber }) => {
      const normalized = normalizePhoneNumber(phoneNumber);
      await send({ phoneNumber: normalized });
      onSent(normalized, form.form.getValues("phoneNumber").trim());
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("phoneNumber")}
        label={label}
        hint={
          <>
            For example <Together>(614) 555-0142</Together>. We'll text you a code.
          </>
        }
        type="tel"
        autoComplete="tel"
        onInput={(event) => onTyped?.(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Texting you a code...">
        Text me a code
      </Button>
    </Form>
  );
}

const typedEmail = prepared(EmailVerification, ({ email }: EmailVerification) => ({ email: email.trim() }));

interface EmailFormProps {
  typed: string | undefined;
  onTyped: (typed: string) => void;
  /** Called with the address that was sent a code. */
  onSent: (email: string) => void;
}

export function EmailForm({ typed = "", onTyped, onSent }: EmailFormProps) {
  const { send } = useSendCode("email");
  const form = useSchemaForm<EmailVerification, EmailVerification>({
    schema: typedEmail,
    defaults: { email: typed },
    onSubmit: async ({ email }) => {
      await send({ email });
      onSent(email);
    },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("email")}
        label="E-mail address"
        hint={<Unbroken>We'll e-mail you a code.</Unbroken>}
        type="email"
        autoComplete="email"
        onInput={(event) => onTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Sending you a code...">
        E-mail me a code
      </Button>
    </Form>
  );
}

const words = {
  phone: {
    origin: "gave us this number. We'll text you a code.",
    yes: "Yes, text me a code",
    busy: "Texting you a code...",
  },
  email: {
    origin: "gave us this address. We'll e-mail you a code.",
    yes: "Yes, e-mail me a code",
    busy: "Sending you a code...",
  },
} as const satisfies Record<CodeChannel, unknown>;

interface InvitedAddressProps {
  channel: CodeChannel;
  invitation: OpenInvitation;
  /** Called with the code of the invitation when its number or address has been sent a code. */
  onSent: (inviteCode: string) => void;
  onOther: () => void;
}

/** The family has already entered the number or the address, so one tap replaces typing it. */
export function InvitedAddress({ channel, invitation, onSent, onOther }: InvitedAddressProps) {
  const { inviteCode, invitedBy } = invitation;
  const { send, isSending } = useSendCode(channel);
  const [problem, setProblem] = useState<string>();
  const { origin, yes, busy } = words[channel];
  const confirm = () =>
    send({ inviteCode, channel }).then(
      () => onSent(inviteCode),
      (reason: unknown) => setProblem(formError(reason)),
    );
  return (
    <Stack gap={24}>
      {problem && <Note kind="danger" isAlert title={problem} />}
      <p>
        {invitedBy} {origin}
      </p>
      <Button variant="primary" isBusy={isSending} busyLabel={busy} onClick={confirm}>
        {yes}
      </Button>
      <TallButton onClick={onOther}>{codeWords[channel].other}</TallButton>
    </Stack>
  );
}
