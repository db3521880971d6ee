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

/** The element that could not take the focus yet, because it is hidden until more has loaded. */
let unseen: HTMLElement | undefined;

function focusOn(place: HTMLElement) {
  if (place instanceof HTMLHeadingElement) place.tabIndex = -1;
  // A page opened by its address shows no focus ring at first, unless people type where the focus is.
  const isQuiet = cameBy === "address" && place instanceof HTMLHeadingElement;
  place.focus({ preventScroll: true, ...(isQuiet && { focusVisible: false }) });
  unseen = document.activeElement === place ? undefined : place;
}

/** Moves the focus to the new heading, or to a field. After going back, the scroll position stays. */
function arrive(place: HTMLElement | null | undefined) {
  if (cameBy !== "back") window.scrollTo(0, 0);
  if (place) focusOn(place);
}

const firstField = "form input:not([hidden])";

/** Moves to the heading when the tapped element is gone. */
export const goToHeading = () => arrive(document.querySelector<HTMLHeadingElement>("#main h1"));

/** Whether nothing else has the focus that a person could have moved there. */
const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement instanceof HTMLHeadingElement;

/** Scrolls to the anchor again, because the browser looked for it before the page was rendered. */
const scrollToAnchor = () => document.getElementById(location.hash.slice(1))?.scrollIntoView();

interface PageProps {
  /** The title of this screen. Another title means another screen. */
  title: string;
  /**
   * tight: the help screens. card: the signup card with an aside next to it. home: each of its parts loads separately.
   */
  layout?: "plain" | "tight" | "card" | "home";
  /** The focus goes to the first field as soon as this is true, because typing is all there is to do. */
  focusesField?: boolean;
  children: ReactNode;
}

/** The main part of a screen, with exactly one h1 in it. */
export function Page({ title, layout = "plain", focusesField = false, children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} - Porchlight`;
    const field = focusesField ? main.current?.querySelector<HTMLElement>(firstField) : undefined;
    if (shown === undefined) scrollToAnchor();
    if (shown !== undefined && shown !== title) arrive(field ?? main.current?.querySelector("h1"));
    else if (field && isFocusFree()) focusOn(field);
    shown = title;
  }, [title, focusesField]);
  useEffect(() => {
    if (unseen && document.activeElement === document.body) focusOn(unseen);
  });
  return (
    <main className={classNames(styles.page, layout !== "plain" && styles[layout])} id="main" ref={main}>
      {children}
    </main>
  );
}

/** Shown while the page itself loads. */
export const PageLoading = () => (
  <main className={styles.page} id="main">
    <Loading label="Loading" onRetry={() => location.reload()}>
      <Stack>
        <Skeleton shape="line" />
        <SkeletonRows count={2} />
      </Stack>
    </Loading>
  </main>
);
