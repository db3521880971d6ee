import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { messageOf } from "#web/api/call.ts";
import { LockedOption } from "#web/ui/action/option.tsx";
import { Columns } from "#web/ui/layout/layout.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import styles from "./cards.module.css";

interface RequestCardProps {
  title: string;
  /** If a ref is given, the title can take the focus. */
  heading?: Ref<HTMLHeadingElement>;
  /** Shows the lamp unlit. */
  isOver?: boolean;
  /** One part, or two that are shown side by side if they fit. */
  children: ReactNode;
}

/** The card with a marigold edge, for requests. */
export function RequestCard({ title, heading, isOver = false, children }: RequestCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <Lamp size="medium" isLit={!isOver} />
        <h2 id={id} {...(heading && { ref: heading, tabIndex: -1 })}>
          {title}
        </h2>
      </div>
      <div className={styles.body}>
        <Columns>{children}</Columns>
      </div>
    </section>
  );
}

interface QuoteProps {
  phrase: string;
  ref?: Ref<HTMLParagraphElement>;
}

/** The request in the person's own words. */
export const Quote = ({ phrase, ref }: QuoteProps) => (
  <p className={styles.quote} ref={ref}>
    “{phrase}”
  </p>
);

interface DidNotWorkProps {
  error: Error | null;
  children?: ReactNode;
}

/** Says that an action was refused or did not get through. */
export const DidNotWork = ({ error, children }: DidNotWorkProps) =>
  error && (
    <Note kind="warn" isAlert title={messageOf(error, "That did not work. Please try again.")}>
      {children}
    </Note>
  );

interface OutcomeLineProps extends ComponentProps<typeof LockedOption> {
  /** Whether to take the focus from the button that it replaces. */
  takesFocus: boolean;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Replaces a tapped button at about the same height, so that a second tap hits nothing else. */
export const OutcomeLine = ({ takesFocus, ...words }: OutcomeLineProps) => (
  <div tabIndex={-1} ref={takesFocus ? takeFocus : undefined}>
    <LockedOption {...words} />
  </div>
);
