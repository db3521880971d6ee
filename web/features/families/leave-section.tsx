import { LogOut } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Family, FamilyMember } from "#contract/families.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { lossOf, roleWords } from "./member-words.ts";
import { useFamily, useLeaveFamily } from "./queries.ts";

const failed = { title: "You are still in this family", otherwise: "Please try again." };

function useLeave(familyName: string) {
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useLeaveFamily();
  const leave = (successor: number | undefined) =>
    mutate(successor, {
      onSuccess: () => {
        toast({ title: `You have left “${familyName}”` });
        navigate("/");
      },
      onError: (error) => toastError(error, failed),
    });
  return { leave, isPending, error };
}

/** The members who can take over from the family's only admin, helpers first. Empty if somebody else is an admin. */
function successorsOf({ members }: Family, self: FamilyMember): FamilyMember[] {
  const others = members.filter(({ id }) => id !== self.id);
  if (self.role !== "admin" || others.some(({ role }) => role === "admin")) return [];
  return [...others].sort((one, other) => one.role.localeCompare(other.role));
}

interface LeaveProps {
  family: Family;
  self: FamilyMember;
  leaving: ReturnType<typeof useLeave>;
}

function Leave({ family, self, leaving: { leave, isPending, error } }: LeaveProps) {
  const successors = successorsOf(family, self);
  const [chosen, setChosen] = useState<number>();
  const [isAsking, setAsking] = useState(false);
  const successor = successors.find(({ id }) => id === chosen) ?? successors[0];
  const loss = `${lossOf(self, family.members, true)} You'll need an invitation to come back.`;
  const label = successor ? "Hand over and leave" : "Leave this family";
  return (
    <Section title="My family">
      <p>You are in “{family.name}”.</p>
      {successor && (
        <>
          <p>You can't leave while you are the only admin. You can hand over to someone as you leave.</p>
          <SelectField
            label="Who will look after the family's page?"
            value={successor.id}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {successors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <Button isStart isBusy={isPending} busyLabel="Leaving..." onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ErrorMessage {...failed} error={error} isAlert />
      {isAsking && (
        <Confirmation
          title={`Leave “${family.name}”?`}
          detail={successor ? `${successor.name} becomes ${roleWords.admin}. ${loss}` : loss}
          confirmLabel={label}
          icon={LogOut}
          onConfirm={() => {
            setAsking(false);
            leave(successor?.id);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

/** Leaves the open family. Shown in "Me". */
export function LeaveSection() {
  const user = useSignedInUser();
  const family = useFamily();
  // This part stays when the family is gone, so that the redirect home still happens.
  const leaving = useLeave(family?.name ?? "");
  const self = family?.members.find(({ id }) => id === user?.id);
  return family && self && <Leave family={family} self={self} leaving={leaving} />;
}
