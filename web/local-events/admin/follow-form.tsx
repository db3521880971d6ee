import { useEffect } from "react";
import { NewLocalEventFeed } from "#contract/local-events.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type TypedFeed, useFollow } from "./local-event-queries.ts";

const failed = { title: "The calendar could not be added", otherwise: "Please try again." };

/** Empty again, with the focus in it, after each one. */
export function FollowForm() {
  const { mutateAsync: follow, data: followed } = useFollow();
  const form = useSchemaForm<TypedFeed, TypedFeed>({
    schema: NewLocalEventFeed,
    defaults: { url: "", name: "" },
    onSubmit: async (typed) => {
      const { name, events } = await follow(typed).catch((error: unknown): never => {
        throw refusalOf(error, failed);
      });
      const isEmpty = events?.found === 0;
      toast({
        title: isEmpty ? "0 events found" : "Calendar added",
        description: isEmpty ? `Please check the address of ${name}.` : `You now subscribe to ${name}.`,
      });
    },
  });
  const { reset, setFocus } = form.form;
  useEffect(() => {
    if (!followed) return;
    // First: a reset forgets where the fields are.
    setFocus("url");
    reset();
  }, [followed, reset, setFocus]);
  return (
    <Form of={form}>
      <TextField
        {...form.field("url")}
        label="Address of a public calendar"
        hint="A library, a senior center or a town often has one. Look for “iCal” or “.ics”."
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        {...form.field("name")}
        label="Name (optional)"
        hint="Home shows it beside each of its events."
        autoComplete="off"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Reading the calendar...">
        Subscribe
      </Button>
    </Form>
  );
}
