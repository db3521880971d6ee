import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import type { PicturedMember } from "#contract/families.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { LockedOption } from "#web/ui/action/option.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Columns } from "#web/ui/layout/layout.tsx";
import { Lamp } from "#web/ui/picture/lamp.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import styles from "./cards.module.css";

interface RequestCardProps {
  title: string;
  /** How long it is until a promised call, below the title. */
  countdown?: string;
  titleId?: string;
  /** Its height is kept free for later titles. */
  longestTitle?: string;
  /** If a ref is given, the title can take the focus. */
  heading?: Ref<HTMLHeadingElement>;
  /** Red or green once the family has answered whether something is a scam. The title says the same in words. */
  tone?: "scam" | "fine" | undefined;
  /** Shows the lamp unlit. */
  isOver?: boolean;
  /** Shows the title as large as the page's own heading, because it is what the person waits for. */
  isLarge?: boolean;
  /** Whoever helps. Their face takes the place of the lamp. */
  helper?: Pick<PicturedMember, "name" | "picture"> | undefined;
  /** Its buttons do nothing for a moment. */
  isSettling?: boolean;
  /** One part, or two that are shown side by side if they fit. */
  children: ReactNode;
}

/** The card with a marigold edge, for requests. */
export function RequestCard(props: RequestCardProps) {
  const { title, countdown, longestTitle, heading, tone, helper, children } = props;
  const { isOver = false, isLarge = false, isSettling = false } = props;
  const ownId = useId();
  const { titleId = ownId } = props;
  const kinds = [tone && styles[tone], isLarge && styles.large, isSettling && styles.settling];
  return (
    <section className={classNames(styles.card, ...kinds)} aria-labelledby={titleId}>
      <div className={styles.head}>
        {helper ? (
          <Avatar name={helper.name} picture={helper.picture} isLarge />
        ) : (
          <Lamp size="medium" glow={isOver ? "none" : "help"} />
        )}
        <h2
          id={titleId}
          className={styles.title}
          data-longest={longestTitle}
          {...(heading && { ref: heading, tabIndex: -1 })}
        >
          <span>
            <Unbroken>{title}</Unbroken>
            {countdown !== undefined && <span className={styles.countdown}> {countdown}</span>}
          </span>
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

/** The sender's own words, and when they said them. */
export const AskedWords = ({ request: { askedAt, phrase } }: { request: HelpRequest }) => (
  <div>
    <p>
      You asked at <Moment at={askedAt} />:
    </p>
    <Quote phrase={phrase} />
  </div>
);

interface ResultLineProps extends ComponentProps<typeof LockedOption> {
  /** Whether to take the focus from the button that it replaces. */
  takesFocus: boolean;
}

/** Replaces a tapped button at about the same height, so that a second tap hits nothing else. */
export const ResultLine = ({ takesFocus, ...words }: ResultLineProps) => (
  <div tabIndex={-1} ref={takesFocus ? takeFocus : undefined}>
    <LockedOption {...words} />
  </div>
);
