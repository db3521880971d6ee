import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Puzzle } from "#contract/puzzles.ts";
import { messageOf } from "#web/api/call.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/confirmation.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useDeletePuzzle } from "./own-puzzles.ts";

interface DeletePuzzleProps {
  puzzle: Puzzle;
  onDeleted: () => void;
}

const failed = { title: "Error deleting puzzle", otherwise: "An unexpected error occurred" };

export function DeletePuzzle({ puzzle: { id, question }, onDeleted }: DeletePuzzleProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: remove, isPending, error } = useDeletePuzzle(id);
  const deleted = () => {
    toast({ title: "Puzzle deleted" });
    onDeleted();
  };
  const confirm = () => {
    setAsking(false);
    remove().then(deleted, (reason: unknown) => refusalOf(reason, failed));
  };
  return (
    <>
      <Button variant="danger" icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        {isPending ? "Deleting..." : "Delete"}
        <Hidden> puzzle: {question}</Hidden>
      </Button>
      {error && (
        <Note kind="danger" title={failed.title}>
          <p>{messageOf(error, failed.otherwise)}</p>
        </Note>
      )}
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
