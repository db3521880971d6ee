import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { messageOf } from "#web/api/call.ts";
import { LockedOption } from "#web/ui/action/option.tsx";
import { Columns } from "#web/ui/layout/layout.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import styles from "./cards.module.css";

interface RequestCardProps {
  title: string;
  /** With a ref, the title can take the focus. */
  heading?: Ref<HTMLHeadingElement>;
  /** Its lamp has gone out. */
  isOver?: boolean;
  /** One part, or two side by side where they fit. */
  children: ReactNode;
}

/** The one block with a marigold edge: somebody needs help. */
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

/** What somebody asked for, in their own words. */
export const Quote = ({ phrase, ref }: QuoteProps) => (
  <p className={styles.quote} ref={ref}>
    “{phrase}”
  </p>
);

interface DidNotWorkProps {
  error: Error | null;
  children?: ReactNode;
}

/** What was tapped was refused, or did not get through. */
export const DidNotWork = ({ error, children }: DidNotWorkProps) =>
  error && (
    <Note kind="warn" isAlert title={messageOf(error, "That did not work. Please try again.")}>
      {children}
    </Note>
  );

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
