import { CallError, call, messageOf } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";

const noConnection = "There is no connection. Please try again later.";

/** Sends the answer to be counted. Without a connection it is not counted, and the page continues. */
export function usePuzzleAnswer(puzzleId: number) {
  const refresh = useRefresh(["puzzles", "active"]);
  const { mutate, reset, error } = useMutation({
    mutationFn: (answer: string) => call("POST /api/puzzles/active/answers", { body: { puzzleId, answer } }),
    onSuccess: refresh,
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      toastError(error, { title: "This was not counted", otherwise: "Please try again." });
      void refresh();
    },
  });
  /** Says why it was not counted. */
  const failure = error ? messageOf(error, noConnection) : undefined;
  return { send: mutate, forget: reset, failure };
}
