import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Send } from "lucide-react";
import { NewWebhook, type Webhook, type WebhookDelivery } from "#contract/help/webhook.ts";
import { Button } from "#web/ui/action/button.tsx";
import { AskedButton } from "#web/ui/dialog/asked-button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Ago } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useRemoveWebhook, useRenewSecret, useSetWebhook, useTestWebhook, webhookQuery } from "./queries.ts";
import { deliveryWords, eventWords } from "./webhook-words.ts";

const otherwise = "Please try again.";

function Address({ url }: { url: string }) {
  const { mutateAsync: set } = useSetWebhook();
  const form = useSchemaForm<NewWebhook, NewWebhook>({
    schema: NewWebhook,
    defaults: { url },
    onSubmit: async (typed) => {
      await set(typed);
      toast({ title: "The address is saved" });
    },
    failed: { title: "The address was not saved", otherwise },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("url")}
        label="Address of the program"
        hint="The program shows it. Home Assistant calls it a webhook."
        inputMode="url"
        autoComplete="off"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
        Save the address
      </Button>
    </Form>
  );
}

const Delivery = ({ delivery }: { delivery: WebhookDelivery }) => (
  <li>
    <p>
      {eventWords[delivery.type]}, <Ago at={delivery.at} />
    </p>
    <Quiet>{deliveryWords(delivery)}</Quiet>
  </li>
);

const notSent = { title: "No test was sent", otherwise };

function Existing({ webhook: { secret, deliveries } }: { webhook: Webhook }) {
  const { mutate: test, isPending } = useTestWebhook();
  return (
    <>
      <TextField
        label="Secret"
        hint="With it, the program can check that a message is from us. Keep it private."
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <Actions>
        <Button
          icon={Send}
          isBusy={isPending}
          busyLabel="Sending..."
          onClick={() => test(undefined, { onError: (reason) => toastError(reason, notSent) })}
        >
          Send a test
        </Button>
        <AskedButton
          by={useRenewSecret()}
          icon={RefreshCw}
          busyLabel="Making it..."
          label="Make a new secret"
          question="Make a new secret?"
          detail="A program that checks the old one refuses messages until it has the new one."
          done="There is a new secret"
          failed={{ title: "You still have the old secret", otherwise }}
        />
        <Removal
          by={useRemoveWebhook()}
          of="the program"
          label="Remove"
          busyLabel="Removing..."
          question="Stop telling this program?"
          detail="It hears nothing more of your family's requests. You can enter it again later."
          done="The program hears nothing more"
          failed={{ title: "The program is still told", otherwise }}
        />
      </Actions>
      <div role="status">
        {deliveries.length > 0 && (
          <Stack gap={12}>
            <h3>What it was told last</h3>
            <Rows isTight>
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} />
              ))}
            </Rows>
          </Stack>
        )}
      </div>
    </>
  );
}

/** Lets an admin have a program of the family told about requests for help, and shows whether that arrives. */
export function WebhookSection() {
  const webhook = useQuery(webhookQuery);
  return (
    <Section title="Tell a program, too">
      <p>Home Assistant, for example, can light the porch lamp when someone asks for help.</p>
      <p>The program is told who asks, who helps, and the kind of help. It never gets the words.</p>
      <Loaded of={webhook} name="the program" skeleton={<Skeleton shape="row" />}>
        {(webhook) => (
          <>
            <Address key={webhook?.url} url={webhook?.url ?? ""} />
            {webhook && <Existing webhook={webhook} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}
