import { LogOut } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { messageOf } from "#web/api/call.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { useLeaveFamily } from "./members.ts";
import { lossOf } from "./membership-loss.ts";
import { useFamily } from "./queries.ts";

const failed = { title: "You are still in this family", otherwise: "Please try again." };

function useLeave(familyName: string) {
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useLeaveFamily();
  const leave = (onSettled: () => void) =>
    mutate(undefined, {
      onSuccess: () => {
        toast({ title: `You have left “${familyName}”` });
        navigate("/");
      },
      onError: (error) => refusalOf(error, failed),
      onSettled,
    });
  return { leave, isPending, error };
}

/** Leaves the open family. Shown in "Me". */
export function LeaveSection() {
  const user = useSignedInUser();
  const family = useFamily();
  const [isAsking, setAsking] = useState(false);
  const { leave, isPending, error } = useLeave(family?.name ?? "");
  const self = family?.members.find(({ id }) => id === user?.id);
  if (!family || !self) return null;
  return (
    <Section title="My family">
      <p>You are in “{family.name}”.</p>
      <Button isStart onClick={() => setAsking(true)}>
        Leave this family
      </Button>
      {error && (
        <Note kind="danger" isAlert title={failed.title}>
          <p>{messageOf(error, failed.otherwise)}</p>
        </Note>
      )}
      {isAsking && (
        <Confirmation
          title={`Leave “${family.name}”?`}
          detail={`${lossOf(self, family.members, true)} You'll need an invitation to come back.`}
          confirmLabel={isPending ? "Leaving..." : "Leave this family"}
          icon={LogOut}
          isBusy={isPending}
          onConfirm={() => leave(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
