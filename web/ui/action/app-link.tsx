import type { ComponentPropsWithRef } from "react";
import { Link } from "wouter";

export interface AppLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
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
