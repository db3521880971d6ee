import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../class-names.ts";
import { Stack } from "../layout/layout.tsx";
import { Loading, Skeleton, SkeletonRows } from "../state/loading.tsx";
import styles from "./page.module.css";

let shown: string | undefined;
let cameBy: "address" | "link" | "back" = "address";
if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    cameBy = "back";
  });
  // The router's own event; a link within the page counts as going back otherwise.
  window.addEventListener("pushState", () => {
    cameBy = "link";
  });
}

/** A reader is taken to the new heading; somebody who went back stays where they were. */
function arrive(heading: HTMLHeadingElement | null | undefined) {
  if (cameBy !== "back") window.scrollTo(0, 0);
  if (!heading) return;
  heading.tabIndex = -1;
  // Opened by its address, a page shows no ring before anybody has touched it.
  heading.focus({ preventScroll: true, ...(cameBy === "address" && { focusVisible: false }) });
}

/** What was tapped is gone, and nothing stands in its place. */
export const goToHeading = () => arrive(document.querySelector<HTMLHeadingElement>("#main h1"));

/** The browser has looked for the part of the page before the page was there. */
const findPart = () => document.getElementById(location.hash.slice(1))?.scrollIntoView();

interface PageProps {
  /** Of this screen; another title is another screen. */
  title: string;
  /** tight: the help screens. card: the signup card with an aside next to it. */
  layout?: "plain" | "tight" | "card";
  children: ReactNode;
}

/** The main part of a screen, with exactly one h1 in it. */
export function Page({ title, layout = "plain", children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} - Porchlight`;
    if (shown === undefined) findPart();
    else if (shown !== title) arrive(main.current?.querySelector("h1"));
    shown = title;
  }, [title]);
  return (
    <main className={classNames(styles.page, layout !== "plain" && styles[layout])} id="main" ref={main}>
      {children}
    </main>
  );
}

/** While the page itself is on its way. */
export const PageLoading = () => (
  <main className={classNames(styles.page, styles.loading)} id="main">
    <Loading label="Loading" onRetry={() => location.reload()}>
      <Stack>
        <Skeleton shape="line" />
        <SkeletonRows count={2} />
      </Stack>
    </Loading>
  </main>
);
