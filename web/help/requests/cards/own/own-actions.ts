// The actions on the person's own request.
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

/** Cancels the request, or resolves it if somebody has already taken it. */
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

const requestActions = {
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
export type OwnAction = keyof typeof requestActions;

export interface OwnActions {
  act: (act: OwnAction) => void;
  isBusy: boolean;
  /** The last action that succeeded here. */
  said: OwnAction | undefined;
  error: Error | null;
  /** A ref for the words about the outcome. They take the focus when the tapped button is gone. */
  outcome: (element: HTMLElement | null) => void;
}

/** Only one action runs at a time. While it is pending, the other buttons of the card do nothing. */
export function useOwnActions(request: HelpRequest): OwnActions {
  const words = useRef<HTMLElement>(null);
  const { mutate, isPending, isSuccess, variables, error } = useChange(
    (act: OwnAction) => requestActions[act](request),
    (act) => {
      if (act === "finish" || act === "confirm" || act === "cancel") offerUndo(request.id);
      if (act === "undo" || act === "reopen") endUndo(request.id);
    },
  );
  const said = isSuccess ? variables : undefined;
  useEffect(() => {
    // "It's urgent" has an outcome line of its own.
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
