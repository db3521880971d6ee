import { ALargeSmall, CircleUserRound, House, LifeBuoy, type LucideIcon, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Button, ButtonLink } from "../action/button.tsx";
import { AppLink, TallLink } from "../action/link.tsx";
import { Icon } from "../picture/icon.tsx";
import { Lamp } from "../picture/lamp.tsx";
import { useIsLampLit } from "../picture/lamp-light.ts";
import { Skeleton } from "../state/loading.tsx";
import styles from "./frame.module.css";

const DisplayFields = lazyPart(() => import("../display/display-fields.tsx"), "DisplayFields", {
  title: "text size and colors",
  skeleton: <Skeleton shape="row" />,
});

interface MastheadProps {
  /** Shows the link to the person's own page. */
  isSignedIn: boolean;
}

function Masthead({ isSignedIn }: MastheadProps) {
  const [isOpen, setOpen] = useState(false);
  const isLit = useIsLampLit();
  return (
    <header className={styles.masthead}>
      <div className={styles.bar}>
        <AppLink className={styles.brand} href="/">
          <Lamp isLit={isLit} /> Porchlight
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
      </div>
      <div className={styles.display} id="display" hidden={!isOpen}>
        {isOpen && <DisplayFields />}
      </div>
    </header>
  );
}

interface ItemProps {
  href: string;
  icon: LucideIcon;
  label: string;
  isCurrent: boolean;
}

const Item = ({ href, icon, label, isCurrent }: ItemProps) => (
  <AppLink href={href} aria-current={isCurrent ? "page" : undefined}>
    <Icon of={icon} /> {label}
  </AppLink>
);

/** Along the bottom, or a rail on the left on wide screens. */
function Navigation({ userRole }: { userRole: string | null }) {
  const [path] = useLocation();
  const isHome = path === "/" || path.startsWith("/family/");
  const isInAdmin = path === "/admin" || path.startsWith("/admin/");
  return (
    <nav className={styles.nav} aria-label="Main">
      <Item href="/" icon={House} label="Home" isCurrent={isHome} />
      <Item href="/help" icon={LifeBuoy} label="Help" isCurrent={path.startsWith("/help")} />
      {(userRole === "admin" || userRole === "child") && (
        <Item
          href={isInAdmin ? "/admin" : "/admin-login"}
          icon={Settings}
          label="Admin"
          isCurrent={path.startsWith("/admin")}
        />
      )}
    </nav>
  );
}

interface FrameProps {
  /** The stored role, which decides whether there is an Admin item. */
  userRole: string | null;
  /** Whether the masthead links to the person's own page. */
  isSignedIn?: boolean;
  /** One `Page`. */
  children: ReactNode;
}

/** The frame around every page. It stays when the page changes. */
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
