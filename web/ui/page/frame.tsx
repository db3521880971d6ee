import type { ReactNode } from "react";
import { TallLink } from "#web/ui/action/tall-link.tsx";
import styles from "./frame.module.css";
import { Masthead } from "./masthead.tsx";
import { Navigation } from "./navigation.tsx";

interface FrameProps {
  /** The stored role; it decides whether the navigation has an Admin item. */
  userRole: string | null;
  /** Whether the masthead leads to one's own page. */
  isSignedIn?: boolean;
  /** One `Page`. */
  children: ReactNode;
}

/** What stands around every page and stays when the page changes. */
export const Frame = ({ userRole, isSignedIn = false, children }: FrameProps) => (
  <div className={styles.frame}>
    <a className={styles.skip} href="#main">
      Skip to the main part
    </a>
    <Masthead isSignedIn={isSignedIn} />
    <Navigation userRole={userRole} />
    {children}
    <footer className={styles.footer}>
      <TallLink href="/privacy-policy">Privacy Policy</TallLink>
      <TallLink href="/terms-of-service">Terms of Service</TallLink>
    </footer>
  </div>
);
