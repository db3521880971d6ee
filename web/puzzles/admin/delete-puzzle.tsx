import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Puzzle } from "#contract/puzzles.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/confirmation.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Failure, sayFailure } from "./failure.tsx";
import { useDeletePuzzle } from "./own-puzzles.ts";

interface DeletePuzzleProps {
  puzzle: Puzzle;
  onDeleted: () => void;
}

const failed = "Error deleting puzzle";

export function DeletePuzzle({ puzzle: { id, question }, onDeleted }: DeletePuzzleProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: remove, isPending, error } = useDeletePuzzle(id);
  const deleted = () => {
    toast({ title: "Puzzle deleted" });
    onDeleted();
  };
  const confirm = () => {
    setAsking(false);
    remove().then(deleted, (reason: unknown) => sayFailure(failed, reason));
  };
  return (
    <>
      <Button variant="danger" icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        {isPending ? "Deleting..." : "Delete"}
        <Hidden> puzzle: {question}</Hidden>
      </Button>
      <Failure title={failed} error={error} />
      {isAsking && (
        <Confirmation
          title="Are you sure you want to delete this puzzle?"
          detail={question}
          confirmLabel="Delete"
          icon={Trash2}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
