// What one can say about a request of one's own.
import { useEffect, useRef } from "react";
import {
  cancelHelpRequest,
  type HelpRequest,
  makeUrgent,
  reopenHelpRequest,
  resolveHelpRequest,
  undoHelpRequestEnd,
} from "#contract/help/requests.ts";
import { CallError, call } from "#web/api/call.ts";
import { paramsOf, useChange } from "../changes.ts";
import { endUndo, offerUndo } from "./undo-offers.ts";

/** Takes the request back, or says that it is done where somebody has already taken it. */
async function finish(request: HelpRequest): Promise<HelpRequest> {
  if (request.state === "ACKNOWLEDGED") return call(resolveHelpRequest, paramsOf(request));
  try {
    return await call(cancelHelpRequest, paramsOf(request));
  } catch (error) {
    if (error instanceof CallError && error.status === 409)
      return call(resolveHelpRequest, paramsOf(request));
    throw error;
  }
}

const acts = {
  /** "I'm OK now" */
  finish,
  /** "It's urgent" */
  hurry: (request: HelpRequest) => call(makeUrgent, paramsOf(request)),
  /** "Yes", it is solved */
  confirm: (request: HelpRequest) => call(resolveHelpRequest, paramsOf(request)),
  /** "Not yet" */
  reopen: (request: HelpRequest) => call(reopenHelpRequest, paramsOf(request)),
  /** "Undo" of the request itself */
  cancel: (request: HelpRequest) => call(cancelHelpRequest, paramsOf(request)),
  /** "Undo" of its end */
  undo: (request: HelpRequest) => call(undoHelpRequestEnd, paramsOf(request)),
};
export type Act = keyof typeof acts;

export interface Acting {
  act: (act: Act) => void;
  isBusy: boolean;
  /** What was said last, here and now. */
  said: Act | undefined;
  error: Error | null;
  /** For the words that say how it stands: they take the focus when what was tapped has gone. */
  outcome: (element: HTMLElement | null) => void;
}

/** One thing at a time: while it is under way, nothing else of the card does anything. */
export function useActing(request: HelpRequest): Acting {
  const words = useRef<HTMLElement>(null);
  const { mutate, isPending, isSuccess, variables, error } = useChange(
    (act: Act) => acts[act](request),
    (act) => {
      if (act === "finish" || act === "confirm" || act === "cancel") offerUndo(request.id);
      if (act === "undo" || act === "reopen") endUndo(request.id);
    },
  );
  const said = isSuccess ? variables : undefined;
  useEffect(() => {
    // Urgency has words of its own.
    if (said && said !== "hurry") words.current?.focus();
  }, [said]);
  return {
    act: mutate,
    ...{ isBusy: isPending, said, error },
    outcome: (element) => {
      words.current = element;
    },
  };
}
