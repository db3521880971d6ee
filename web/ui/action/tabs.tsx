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

/** The parts of a page, each with its own address. They wrap and never scroll sideways. */
export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map((tab) => (
      <AppLink key={tab.href} href={tab.href} aria-current={tab.href === current ? "page" : undefined}>
        {tab.label}
      </AppLink>
    ))}
  </nav>
);
