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
  // The router fires this event. Without it, a link within the page would count as going back.
  window.addEventListener("pushState", () => {
    cameBy = "link";
  });
}

/** Moves the focus to the new heading. After going back, the scroll position stays. */
function arrive(heading: HTMLHeadingElement | null | undefined) {
  if (cameBy !== "back") window.scrollTo(0, 0);
  if (!heading) return;
  heading.tabIndex = -1;
  // A page opened by its address shows no focus ring at first.
  heading.focus({ preventScroll: true, ...(cameBy === "address" && { focusVisible: false }) });
}

/** Moves to the heading when the tapped element is gone. */
export const goToHeading = () => arrive(document.querySelector<HTMLHeadingElement>("#main h1"));

/** The browser looked for the anchor before the page was rendered. */
const findPart = () => document.getElementById(location.hash.slice(1))?.scrollIntoView();

interface PageProps {
  /** The title of this screen. Another title means another screen. */
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

/** Shown while the page itself loads. */
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
