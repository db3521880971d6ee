import { useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useState } from "react";
import { type AppriseAddress, NewAppriseAddress } from "#contract/messages.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { appriseAddressQuery, useSetAppriseAddress, useStopApprise } from "./queries.ts";

const otherwise = "Please try again.";

type Shown = AppriseAddress["shown"];

function AddressForm({ shown, onSaved }: { shown: Shown; onSaved: () => void }) {
  const { mutateAsync: set } = useSetAppriseAddress();
  const form = useSchemaForm<NewAppriseAddress, NewAppriseAddress>({
    schema: NewAppriseAddress,
    defaults: { url: "" },
    onSubmit: async (typed) => {
      await set(typed);
      onSaved();
      toast({ title: "The address is saved", description: "Please send yourself a test." });
    },
    failed: { title: "The address was not saved", otherwise },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("url")}
        label={shown ? "Another Apprise address" : "My Apprise address"}
        hint="Such as tgram://bottoken/chatid. It holds a password, so we store it encrypted and never show it again."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
        {shown ? "Replace the address" : "Save the address"}
      </Button>
    </Form>
  );
}

function TurnOff({ shown: { service, ends } }: { shown: NonNullable<Shown> }) {
  const { mutate: stop, isPending } = useStopApprise();
  const press = () =>
    stop(undefined, {
      onError: (reason) => toastError(reason, { title: "That was not changed", otherwise }),
    });
  return (
    <>
      <p>
        Messages go to {service} ({ends}).
      </p>
      <Button isStart icon={BellOff} isBusy={isPending} busyLabel="Turning off..." onClick={press}>
        Turn off Apprise
      </Button>
    </>
  );
}

/** Lets people get messages in services such as Telegram, if this server has an Apprise server. */
export function AppriseSection() {
  const { data } = useQuery(appriseAddressQuery);
  const [saves, setSaves] = useState(0);
  if (!data?.isPossible) return null;
  const { shown } = data;
  return (
    <Section title="Messages through Apprise">
      {shown ? (
        <TurnOff shown={shown} />
      ) : (
        <p>Apprise passes messages on to Telegram, Signal, Matrix and many other services.</p>
      )}
      <p>
        <TallLink href="https://appriseit.com/services/" target="_blank" rel="noreferrer">
          How the address looks for each service
        </TallLink>
      </p>
      <AddressForm key={saves} shown={shown} onSaved={() => setSaves(saves + 1)} />
    </Section>
  );
}
