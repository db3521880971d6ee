import { useLayoutEffect, useRef } from "react";
import styles from "./action.module.css";
import { AppLink } from "./link.tsx";

export interface Tab {
  href: string;
  label: string;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The address of the tab that is open. */
  current: string;
}

/** Brings a tab to the middle of the row. `scrollIntoView` would move the page as well. */
function show(tab: HTMLElement | null | undefined, row: HTMLElement | null) {
  if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** The parts of a page, each with its own address. They are one row, which scrolls sideways where it does not fit. */
export function Tabs({ label, tabs, current }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has been opened
  useLayoutEffect(
    () => show(row.current?.querySelector<HTMLElement>("[aria-current]"), row.current),
    [current],
  );
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? "page" : undefined}
          onFocus={({ currentTarget }) => show(currentTarget, row.current)}
        >
          {tab.label}
        </AppLink>
      ))}
    </nav>
  );
}
