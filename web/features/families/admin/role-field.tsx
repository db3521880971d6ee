import { type ChangeEvent, useRef, useState } from "react";
import { Role, type SeenMember } from "#contract/families.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useChangeRole } from "../members.ts";
import { roleWords } from "../role-words.ts";

const failed = { title: "The role was not changed", otherwise: "Please try again." };

/** Nothing is saved until the button is pressed, because a select is easily changed by mistake. */
export function RoleField({ member: { id, name, role } }: { member: SeenMember }) {
  const select = useRef<HTMLSelectElement>(null);
  const [choice, setChoice] = useState({ chosen: role, insteadOf: role });
  // The field follows a role that was changed elsewhere.
  const chosen = choice.insteadOf === role ? choice.chosen : role;
  const { mutateAsync: change, isPending, error } = useChangeRole();
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    setChoice({ chosen: Role.parse(target.value), insteadOf: role });
  // The list may replace this field before the response comes, so this waits for the promise.
  const save = () =>
    change({ id, role: chosen }).then(
      () => {
        select.current?.focus();
        toast({ title: "Role changed", description: `${name} is now ${roleWords[chosen]}.` });
      },
      (reason: unknown) => toastError(reason, failed),
    );
  return (
    <Stack gap={8}>
      <SelectField ref={select} label={<Hidden>Role of {name}</Hidden>} value={chosen} onChange={choose}>
        {Role.options.map((one) => (
          <option key={one} value={one}>
            {roleWords[one]}
          </option>
        ))}
      </SelectField>
      {chosen !== role && (
        <Button isBusy={isPending} busyLabel="Saving..." onClick={save}>
          Save<Hidden> the role of {name}</Hidden>
        </Button>
      )}
      <ErrorMessage {...failed} error={error} />
    </Stack>
  );
}
