import type { SeenMember } from "#contract/families.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { lossOf } from "#web/families/leave/loss.ts";
import { Confirmation } from "#web/ui/dialog/confirmation.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useRemoveMember } from "./member-queries.ts";

interface RemoveDialogProps {
  member: SeenMember;
  members: readonly SeenMember[];
  /** With what the page has to say when it failed. */
  onClose: (failure?: string) => void;
}

/** Says what it means for somebody to be taken out of the family, and does it. */
export function RemoveDialog({ member: { id, name, role }, members, onClose }: RemoveDialogProps) {
  const { mutate: remove, isPending } = useRemoveMember();
  const confirm = () =>
    remove(id, {
      onSuccess: () => {
        toast({ title: `${name} is no longer in the family` });
        onClose();
      },
      onError: (error) => {
        const failed = { title: `${name} was not removed`, otherwise: "Please try again." };
        onClose(refusalOf(error, failed).message);
      },
    });
  return (
    <Confirmation
      title={`Remove ${name} from the family?`}
      detail={`${lossOf({ id, name, role }, members)} Past requests stay.`}
      confirmLabel={isPending ? "Removing..." : `Remove ${name}`}
      isBusy={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
