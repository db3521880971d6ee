import type { ComponentPropsWithRef } from "react";
import { Link } from "wouter";
import styles from "./tall-link.module.css";

interface AppLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  href: string;
}

const isPage = (href: string) => href.startsWith("/") && !href.startsWith("/api/");

/** A link: pages of ours change without a reload, everything else (tel:, mailto:, #part, /api/) is left to the browser. */
export function AppLink({ href, children, ...rest }: AppLinkProps) {
  if (isPage(href))
    return (
      <Link href={href} {...rest}>
        {children}
      </Link>
    );
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}

/** A text link that stands alone and is as tall as a target must be. */
export const TallLink = (props: Omit<AppLinkProps, "className">) => (
  <AppLink {...props} className={styles.tall} />
);

/** The same for something that happens on this page. */
export const TallButton = (props: Omit<ComponentPropsWithRef<"button">, "className">) => (
  <button type="button" {...props} className={styles.tall} />
);
