import type { ComponentProps } from "react";
import { LockedOption } from "#web/ui/action/locked-option.tsx";

interface OutcomeLineProps extends ComponentProps<typeof LockedOption> {
  /** What was tapped here is gone, and the focus was on it. */
  takesFocus: boolean;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** In the place of a button, and about as high: what came of it. A second tap is not to hit the next one. */
export const OutcomeLine = ({ takesFocus, ...words }: OutcomeLineProps) => (
  <div tabIndex={-1} ref={takesFocus ? takeFocus : undefined}>
    <LockedOption {...words} />
  </div>
);
