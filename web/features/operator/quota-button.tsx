import { useState } from "react";
import type { OperatedFamily } from "#contract/operator/families.ts";
import { Quota } from "#contract/operator/families.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useSetQuota } from "./queries.ts";

interface Typed {
  megabytes: string;
}

/** Nothing typed stands for the limit of all families. */
const typedQuota = prepared(Quota, ({ megabytes }: Typed) => ({
  megabytes: megabytes.trim() === "" ? null : Number(megabytes.replace(/[\s,]/g, "")),
}));

interface QuotaDialogProps {
  family: OperatedFamily;
  onClose: () => void;
}

function QuotaDialog({ family: { id, name, maxMegabytes, hasOwnQuota }, onClose }: QuotaDialogProps) {
  const { mutateAsync: set } = useSetQuota();
  const form = useSchemaForm<Typed, { megabytes: number | null }>({
    schema: typedQuota,
    defaults: { megabytes: hasOwnQuota ? String(maxMegabytes) : "" },
    onSubmit: async ({ megabytes }) => {
      await set({ id, megabytes });
      toast({ title: `The limit of ${name} is saved` });
      onClose();
    },
    failed: { title: "The limit was not saved", otherwise: "Please try again." },
  });
  return (
    <Dialog title={`Limit of “${name}”`} onClose={onClose}>
      <Form of={form}>
        <TextField
          {...form.field("megabytes")}
          label="Megabytes of pictures and voice messages"
          hint="Leave it empty for the limit of all families."
          inputMode="numeric"
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
            Save the limit
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export function QuotaButton({ family }: { family: OperatedFamily }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Limit<Hidden> of {family.name}</Hidden>
      </Button>
      {isOpen && <QuotaDialog family={family} onClose={() => setOpen(false)} />}
    </>
  );
}
