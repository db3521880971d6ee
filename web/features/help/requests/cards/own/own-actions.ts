// The actions on the person's own request.
import { useEffect, useRef } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { endRequest } from "../../request-end.ts";
import { paramsOf, useChange } from "../changes.ts";
import { endUndo, offerUndo, type UndoAction } from "./undo-offers.ts";

const requestActions = {
  /** "I'm OK now" */
  finish: (request: HelpRequest) => endRequest(request),
  /** "It's urgent" */
  makeUrgent: (request: HelpRequest) => call("POST /api/help-requests/:id/urgency", paramsOf(request)),
  /** "Undo" after "It's urgent" */
  undoUrgency: (request: HelpRequest) => call("DELETE /api/help-requests/:id/urgency", paramsOf(request)),
  /** "Yes", it is solved */
  confirm: (request: HelpRequest) => call("POST /api/help-requests/:id/resolution", paramsOf(request)),
  /** "Not yet" */
  reopen: (request: HelpRequest) => call("POST /api/help-requests/:id/reopening", paramsOf(request)),
  /** "Yes" to "Did Anna call?" */
  kept: (request: HelpRequest) =>
    call("POST /api/help-requests/:id/promise/outcome", { ...paramsOf(request), body: { isKept: true } }),
  /** "Not yet" to "Did Anna call?" */
  missed: (request: HelpRequest) =>
    call("POST /api/help-requests/:id/promise/outcome", { ...paramsOf(request), body: { isKept: false } }),
  /** "Undo" right after sending the request */
  cancel: (request: HelpRequest) => call("POST /api/help-requests/:id/cancellation", paramsOf(request)),
  /** "Undo" after the request was closed */
  undo: (request: HelpRequest) => call("POST /api/help-requests/:id/undoing", paramsOf(request)),
};
export type OwnAction = keyof typeof requestActions;

const undoOf: Partial<Record<OwnAction, UndoAction>> = {
  finish: "undo",
  confirm: "undo",
  cancel: "undo",
  makeUrgent: "undoUrgency",
};

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
      const undo = undoOf[act];
      if (undo) offerUndo(request.id, undo);
      else endUndo(request.id);
    },
  );
  const said = isSuccess ? variables : undefined;
  useEffect(() => {
    // "It's urgent" has its own outcome line.
    if (said && said !== "makeUrgent") words.current?.focus();
  }, [said]);
  return {
    act: mutate,
    isBusy: isPending,
    said,
    error,
    outcome: (element) => {
      words.current = element;
    },
  };
}
