import type { ComponentPropsWithRef } from "react";
import { Link } from "wouter";
import styles from "./action.module.css";

interface AppLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  href: string;
}

const isPage = (href: string) => href.startsWith("/") && !href.startsWith("/api/");

/** A link. Pages of the app change without a reload; tel:, mailto:, #part and /api/ are left to the browser. */
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

/** A standalone text link that is as tall as a target. */
export const TallLink = (props: Omit<AppLinkProps, "className">) => (
  <AppLink {...props} className={styles.tall} />
);
