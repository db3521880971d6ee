import { ChevronDown } from "lucide-react";
import { createContext, type ReactNode, use, useId, useState } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../picture/icon.tsx";
import styles from "./layout.module.css";

interface StackProps {
  as?: "div" | "ul" | "ol" | "article" | "aside" | "header";
  gap?: 4 | 8 | 12 | 16 | 24 | 32 | 48;
  /** Limits the width to that of a card. */
  isNarrow?: boolean;
  children: ReactNode;
}

const gaps = {
  4: styles.gap4,
  8: styles.gap8,
  12: styles.gap12,
  16: undefined,
  24: styles.gap24,
  32: styles.gap32,
  48: styles.gap48,
};

/** One column with one of the allowed gaps. */
export function Stack({ as: Element = "div", gap = 16, isNarrow = false, children }: StackProps) {
  const kinds = [gaps[gap], isNarrow && styles.narrow];
  return <Element className={classNames(styles.stack, ...kinds)}>{children}</Element>;
}

interface ColumnsProps {
  as?: "div" | "ul";
  /** columns: two sections. pair: two fields. beside: a picture and its buttons. welcome: the greeting and its button. */
  kind?: "columns" | "pair" | "beside" | "welcome";
  children: ReactNode;
}

/** Two columns if they fit at this text size, otherwise one. */
export const Columns = ({ as: Element = "div", kind = "columns", children }: ColumnsProps) => (
  <Element className={styles[kind]}>{children}</Element>
);

interface TilesProps {
  as?: "ul" | "div";
  children: ReactNode;
}

/** The help grid, with at most two columns. */
export const Tiles = ({ as: Element = "ul", children }: TilesProps) => (
  <Element className={styles.tiles}>{children}</Element>
);

interface RowProps {
  isTight?: boolean;
  children: ReactNode;
}

/** A subject on the left and its actions on the right. */
export const Row = ({ isTight = false, children }: RowProps) => (
  <div className={classNames(styles.row, isTight && styles.tight)}>{children}</div>
);

interface ActionsProps {
  as?: "div" | "ul";
  /** The buttons share the whole width. */
  isWide?: boolean;
  children: ReactNode;
}

/** Buttons next to each other, wrapping. */
export const Actions = ({ as: Element = "div", isWide = false, children }: ActionsProps) => (
  <Element className={classNames(styles.actions, isWide && styles.wide)}>{children}</Element>
);

interface RowsProps {
  as?: "ul" | "ol";
  isTight?: boolean;
  /** `<li>` elements. */
  children: ReactNode;
}

/** A list divided by lines. */
export const Rows = ({ as: Element = "ul", isTight = false, children }: RowsProps) => (
  <Element className={classNames(styles.rows, isTight && styles["tight-rows"])}>{children}</Element>
);

interface SectionProps {
  title: ReactNode;
  /** Announces changes of its content. */
  isStatus?: boolean;
  /** A button beside the heading, where sections are not folded. */
  action?: ReactNode;
  /** Whether it starts open among folded sections, because something in it needs the person. */
  isOpen?: boolean;
  children: ReactNode;
}

/** The level of the headings in a list of folded sections. */
const FoldedLevel = createContext<2 | 3 | undefined>(undefined);

interface FoldedSectionsProps {
  /** 3 within a section. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A list of sections that show only their titles until they are opened. */
export const FoldedSections = ({ level = 2, children }: FoldedSectionsProps) => (
  <FoldedLevel value={level}>
    <Stack gap={12}>{children}</Stack>
  </FoldedLevel>
);

/** A part of a page, set apart by a pine rule and named by its heading. */
export function Section({ title, isStatus = false, action, isOpen = false, children }: SectionProps) {
  const id = useId();
  const level = use(FoldedLevel);
  // It stays open after the person has done what it asked for.
  const [startsOpen] = useState(isOpen);
  const Heading = level === 3 ? "h3" : "h2";
  const heading = <Heading id={id}>{title}</Heading>;
  return (
    <section className={styles.section} aria-labelledby={id} {...(isStatus && { role: "status" })}>
      {level ? (
        <details className={styles.folded} open={startsOpen}>
          <summary>
            {heading} <Icon of={ChevronDown} />
          </summary>
          <FoldedLevel value={undefined}>
            <Stack>{children}</Stack>
          </FoldedLevel>
        </details>
      ) : (
        <>
          {action ? (
            <Row isTight>
              {heading}
              {action}
            </Row>
          ) : (
            heading
          )}
          {children}
        </>
      )}
    </section>
  );
}
