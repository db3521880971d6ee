import { ALargeSmall, CircleUserRound } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Button, ButtonLink } from "../action/button.tsx";
import { AppLink, TallLink } from "../action/link.tsx";
import { Lamp } from "../picture/lamp.tsx";
import { useIsLampLit } from "../picture/lamp-light.ts";
import { Skeleton } from "../state/loading.tsx";
import styles from "./frame.module.css";
import { Navigation } from "./navigation.tsx";

const DisplayFields = lazyPart(() => import("../display/display-fields.tsx"), "DisplayFields", {
  title: "text size and colors",
  skeleton: <Skeleton shape="row" />,
});

interface MastheadProps {
  /** Shows the link to the person's own page. */
  isSignedIn: boolean;
  toasts: ReactNode;
}

function Masthead({ isSignedIn, toasts }: MastheadProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const isLit = useIsLampLit();
  // The panel opens at the top of the page, which may have been scrolled.
  useEffect(() => {
    if (isOpen) panel.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <>
      <header className={styles.masthead}>
        <AppLink className={styles.brand} href="/">
          <Lamp isLit={isLit} /> <span>Porchlight</span>
        </AppLink>
        <div className={styles.own}>
          {isSignedIn && (
            <ButtonLink variant="quiet" icon={CircleUserRound} href="/account">
              Me
            </ButtonLink>
          )}
          <Button
            variant="quiet"
            icon={ALargeSmall}
            aria-expanded={isOpen}
            aria-controls="display"
            onClick={() => setOpen(!isOpen)}
          >
            Text size
          </Button>
        </div>
        <div className={styles.toasts}>{toasts}</div>
      </header>
      <section ref={panel} className={styles.display} id="display" aria-label="Text size" hidden={!isOpen}>
        {isOpen && <DisplayFields />}
      </section>
    </>
  );
}

interface FrameProps {
  /** The stored role, which decides whether there is an Admin item. */
  userRole: string | null;
  /** Whether the masthead links to the person's own page. */
  isSignedIn?: boolean;
  /** The place of the toasts, which lie over the masthead. */
  toasts?: ReactNode;
  /** One `Page`. */
  children: ReactNode;
}

/** The frame around every page. It stays when the page changes. */
export const Frame = ({ userRole, isSignedIn = false, toasts, children }: FrameProps) => (
  <div className={styles.frame}>
    <a className={styles.skip} href="#main">
      Skip to main content
    </a>
    <Masthead isSignedIn={isSignedIn} toasts={toasts} />
    <Navigation userRole={userRole} />
    {children}
    <footer className={styles.footer}>
      <TallLink href="/privacy-policy">Privacy Policy</TallLink>
      <TallLink href="/terms-of-service">Terms of Service</TallLink>
    </footer>
  </div>
);
