import styles from "./action.module.css";
import { AppLink } from "./link.tsx";

export interface Tab {
  href: string;
  label: string;
}

interface TabsProps {
  /** tabs: the parts of a page. parts: the parts of one tab. */
  kind?: "tabs" | "parts";
  label: string;
  tabs: readonly Tab[];
  /** The address of the tab that is open, if it is one of these. */
  current: string | undefined;
}

/** The parts of a page, each with its own address. They wrap, so that all of them are always in view. */
export const Tabs = ({ kind = "tabs", label, tabs, current }: TabsProps) => (
  <nav className={styles[kind]} aria-label={label}>
    {tabs.map(({ href, label }) => (
      <AppLink key={href} href={href} aria-current={href === current ? "page" : undefined}>
        {label}
      </AppLink>
    ))}
  </nav>
);
