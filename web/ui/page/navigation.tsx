import { House, LifeBuoy, type LucideIcon, Settings } from "lucide-react";
import { useLocation } from "wouter";
import { AppLink } from "../action/link.tsx";
import { Icon } from "../picture/icon.tsx";
import styles from "./navigation.module.css";

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
export function Navigation({ userRole }: { userRole: string | null }) {
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
