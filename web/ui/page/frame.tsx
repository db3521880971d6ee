import {
  ALargeSmall,
  Check,
  CircleUserRound,
  House,
  LifeBuoy,
  LogIn,
  type LucideIcon,
  Settings,
} from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { Button, ButtonLink } from "../action/button.tsx";
import { AppLink, TallLink } from "../action/link.tsx";
import { Icon } from "../picture/icon.tsx";
import { Lamp, useLampGlow } from "../picture/lamp.tsx";
import { Hidden } from "../text.tsx";
import { useCurrentToast } from "../toast/toast.ts";
import { DisplayFields } from "./display-fields.tsx";
import styles from "./frame.module.css";
import { lazyPart } from "./lazy.tsx";

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

const Toaster = lazyPart(() => import("../toast/toaster.tsx"), "Toaster");

/** The live regions exist before they have something to announce. The toaster loads with the first toast. */
function ToastPlace() {
  const toast = useCurrentToast();
  const [isNeeded, setNeeded] = useState(false);
  if (toast && !isNeeded) setNeeded(true);
  // A period makes screen readers pause, unless the title has its own punctuation.
  const words = toast && `${toast.title.replace(/\w$/, "$&.")} ${toast.description ?? ""}`;
  const isUrgent = toast?.variant === "destructive";
  return (
    <>
      <Hidden>
        <span role="status">{isUrgent ? null : words}</span>
        <span role="alert">{isUrgent ? words : null}</span>
      </Hidden>
      {isNeeded && <Toaster />}
    </>
  );
}

interface OwnPlaceProps {
  isSignedIn: boolean;
  /** Called before the link to sign in leaves the page. */
  onSignIn: (() => void) | undefined;
}

/** Leads to the person's own page, or to sign in. The first step of the signup is where that link leads. */
function OwnPlace({ isSignedIn, onSignIn }: OwnPlaceProps) {
  const [search] = useSearchParams();
  if (isSignedIn)
    return (
      <ButtonLink variant="quiet" icon={CircleUserRound} href="/account">
        Me
      </ButtonLink>
    );
  if (search.has("signup")) return null;
  return (
    <ButtonLink variant="quiet" icon={LogIn} href="/?signup" onClick={onSignIn}>
      Sign in
    </ButtonLink>
  );
}

function Masthead(own: OwnPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const glow = useLampGlow();
  // The panel opens at the top of the page, which may have been scrolled.
  useEffect(() => {
    if (isOpen) panel.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <>
      <header className={styles.masthead}>
        <AppLink className={styles.brand} href="/">
          <Lamp glow={glow} /> <span>Porchlight</span>
        </AppLink>
        <div className={styles.own}>
          <OwnPlace {...own} />
          <Button
            ref={opener}
            variant="quiet"
            icon={ALargeSmall}
            aria-expanded={isOpen}
            aria-controls="display"
            onClick={() => setOpen(!isOpen)}
          >
            Text size
          </Button>
        </div>
        <div className={styles.toasts}>
          <ToastPlace />
        </div>
      </header>
      <section ref={panel} className={styles.display} id="display" aria-label="Text size" hidden={!isOpen}>
        {isOpen && (
          <>
            <DisplayFields />
            <Button variant="primary" isStart icon={Check} onClick={close}>
              Done
            </Button>
          </>
        )}
      </section>
    </>
  );
}

interface FrameProps {
  /** The stored role, which decides whether there is an Admin item. */
  userRole: string | null;
  /** Whether the masthead links to the person's own page, and there is a navigation. */
  isSignedIn?: boolean;
  /** Called when somebody leaves the page to sign in. */
  onSignIn?: () => void;
  /** Above every page. */
  notice?: ReactNode;
  /** One `Page`. */
  children: ReactNode;
}

/** The frame around every page. It stays when the page changes. */
export const Frame = ({ userRole, isSignedIn = false, onSignIn, notice, children }: FrameProps) => (
  <div className={styles.frame}>
    <a className={styles.skip} href="#main">
      Skip to main content
    </a>
    <Masthead isSignedIn={isSignedIn} onSignIn={onSignIn} />
    {isSignedIn && <Navigation userRole={userRole} />}
    {notice && <div className={styles.notice}>{notice}</div>}
    {children}
    <footer className={styles.footer}>
      <TallLink href="/privacy-policy">Privacy Policy</TallLink>
      <TallLink href="/terms-of-service">Terms of Service</TallLink>
    </footer>
  </div>
);
