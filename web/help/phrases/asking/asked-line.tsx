import { LockedOption } from "#web/ui/action/locked-option.tsx";
import type { Outcome } from "../../requests/outbox.ts";
import { isSent } from "./asking.ts";

interface AskedLineProps {
  outcome: Outcome;
  /** What was asked. */
  children: string;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** What came of it, in the place of what was tapped: it is spoken, and has the focus until home comes. */
export const AskedLine = ({ outcome, children }: AskedLineProps) => (
  <div role="status" tabIndex={-1} ref={takeFocus}>
    {isSent(outcome) ? (
      <LockedOption state="right" mark="Sent">
        {children}
      </LockedOption>
    ) : (
      <LockedOption mark={outcome.kind === "stored" ? "Saved, not sent yet" : "Not sent yet"}>
        {children}
      </LockedOption>
    )}
  </div>
);
