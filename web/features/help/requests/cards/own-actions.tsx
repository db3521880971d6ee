// The actions on the person's own request, and "Undo" after them.

import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { call } from "#web/platform/api/call.ts";
import { Listeners } from "#web/platform/api/listeners.ts";
import { Button } from "#web/ui/action/button.tsx";
import { endRequest } from "../outbox.ts";
import { paramsOf, useChange } from "../request-changes.ts";
import styles from "./cards.module.css";

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
  fulfilled: (request: HelpRequest) =>
    call("POST /api/help-requests/:id/promise/outcome", { ...paramsOf(request), body: { isKept: true } }),
  /** "Not yet" to "Did Anna call?" */
  missed: (request: HelpRequest) =>
    call("POST /api/help-requests/:id/promise/outcome", { ...paramsOf(request), body: { isKept: false } }),
  /** "Undo" right after sending the request */
  cancel: (request: HelpRequest) => call("POST /api/help-requests/:id/cancellation", paramsOf(request)),
  /** "Thank Anna" */
  thank: (request: HelpRequest) => call("POST /api/help-requests/:id/thanks", paramsOf(request)),
  /** "Undo" after the request was closed */
  undo: (request: HelpRequest) => call("POST /api/help-requests/:id/undoing", paramsOf(request)),
};
type OwnAction = keyof typeof requestActions;

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
  /** A ref for the words that say what has happened. They take the focus when the tapped button is gone. */
  words: (element: HTMLElement | null) => void;
}

/** Only one action runs at a time. While it is pending, the other buttons of the card do nothing. */
export function useOwnActions(request: HelpRequest): OwnActions {
  const shown = useRef<HTMLElement>(null);
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
    // "It's urgent" has a line of its own.
    if (said && said !== "makeUrgent") shown.current?.focus();
  }, [said]);
  return {
    act: mutate,
    isBusy: isPending,
    said,
    error,
    words: (element) => {
      shown.current = element;
    },
  };
}

const offeredForMs = 10_000;

/** "cancel" takes back the request, "undo" its end, and "undoUrgency" that it is urgent. */
type UndoAction = "cancel" | "undo" | "undoUrgency";

interface Offer {
  action: UndoAction;
  timer: ReturnType<typeof setTimeout>;
}

/** The action on each request that currently offers "Undo" on this device. */
const offers = new Map<number, Offer>();
const listeners = new Listeners();

function endUndo(id: number): void {
  clearTimeout(offers.get(id)?.timer);
  if (offers.delete(id)) listeners.notify();
}

/** Offers "Undo" of the last action on a request for ten seconds that begin after `delayMs`. */
export function offerUndo(id: number, action: UndoAction, delayMs = 0): void {
  clearTimeout(offers.get(id)?.timer);
  offers.set(id, { action, timer: setTimeout(() => endUndo(id), delayMs + offeredForMs) });
  listeners.notify();
}

export const hasUndo = (id: number): boolean => offers.has(id);

const useUndoOffer = (id: number, action: UndoAction): boolean =>
  useSyncExternalStore(listeners.add, () => offers.get(id)?.action === action);

interface UndoProps {
  requestId: number;
  act: UndoAction;
  /** Whether it is too late, because somebody is already helping. */
  isPast?: boolean;
  actions: OwnActions;
}

/** Shown for ten seconds, and longer while it has the focus. */
export function Undo({ requestId, act, isPast = false, actions }: UndoProps) {
  const isOffered = useUndoOffer(requestId, act) && !isPast;
  const [wasOffered, setOffered] = useState(isOffered);
  const [hasFocus, setFocus] = useState(false);
  if (isOffered && !wasOffered) setOffered(true);
  if (!wasOffered) return null;
  return (
    <Button
      className={isOffered || hasFocus ? undefined : styles.gone}
      variant="quiet"
      icon={Undo2}
      isBusy={actions.isBusy}
      onClick={() => actions.act(act)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      Undo
    </Button>
  );
}
