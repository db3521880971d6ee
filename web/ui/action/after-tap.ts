// A shaky hand taps twice. By the second tap, something else may be in that place.
const ignoredForMs = 700;
/** The width of a finger. */
const reach = 44;

let last: MouseEvent | undefined;
let ignoredUntil = 0;

const isNear = (one: MouseEvent, other: MouseEvent): boolean =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < reach;

function stopSecondTap(event: MouseEvent): void {
  const isByKeyboard = event.detail === 0;
  // Key presses are never a second tap.
  if (isByKeyboard) last = undefined;
  else if (last && event.timeStamp < ignoredUntil && isNear(event, last)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (event.type === "click") last = event;
}

// Both events are stopped, because mousedown alone moves the focus.
if (typeof document !== "undefined") {
  for (const type of ["mousedown", "click"] as const)
    document.addEventListener(type, stopSecondTap, { capture: true });
}

/** Ignores a second tap in the same place for a moment, because the page has changed under it. */
export function ignoreSecondTap(): void {
  ignoredUntil = performance.now() + ignoredForMs;
}

/** As a ref, it moves the focus to an element that replaces the one that had it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
