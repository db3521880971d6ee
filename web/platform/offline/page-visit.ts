// A page that somebody leaves may be kept for the way back, frozen with all that it holds. So it gives locks and
// databases back when it is left, and takes them again when it is shown.

let visit: AbortController | undefined;

function follow(): AbortController {
  const first = new AbortController();
  window.addEventListener("pagehide", () => visit?.abort(new Error("This page was left.")));
  window.addEventListener("pageshow", () => {
    if (visit?.signal.aborted) visit = new AbortController();
  });
  return first;
}

/** Aborts when the page is left. */
export function currentVisit(): AbortSignal {
  visit ??= follow();
  return visit.signal;
}
