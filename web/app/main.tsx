import "#web/ui/tokens.css";
import "#web/ui/colors.css";
import "#web/ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "#web/app/app.tsx";
import { fetchHome } from "#web/app/pages.tsx";
import { readEarlyHome } from "#web/features/home/early-home.ts";
import { awaitInstallOffer } from "#web/features/installation/install-offer.ts";
import { createQueryClient, readAfterReturn } from "#web/platform/api/queries.ts";
import { onSessionEnd } from "#web/platform/api/session.ts";
import { untilFetched } from "#web/ui/page/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";

const queries = createQueryClient();

/** People copy a link together with the period or bracket after it. No screen has an address that ends like that. */
function removeCopiedSigns(): void {
  const { pathname, search, hash } = location;
  const clean = pathname.replace(/(?:[^\w/%-]|%[\dA-F]{2}){1,40}$/i, "");
  if (clean !== pathname) history.replaceState(history.state, "", clean + search + hash);
}

/** Runs before anything is drawn, so that the landing page does not flash. */
async function takeSignInReturn(): Promise<void> {
  if (!/[?&](token|error)=/.test(location.search)) return;
  const { returnFromSignIn } = await import("#web/features/accounts/sign-in-return.ts");
  await returnFromSignIn(queries);
}

function draw(root: HTMLElement): void {
  const app = (
    <StrictMode>
      <App queries={queries} />
    </StrictMode>
  );
  // display.js marks the prerendered landing page if somebody is signed in or signing in.
  if (root.hasAttribute("data-prerendered") && document.documentElement.dataset.start !== "app") {
    hydrateRoot(root, app);
  } else {
    root.removeAttribute("data-prerendered");
    createRoot(root).render(app);
  }
}

removeCopiedSigns();
awaitInstallOffer();
onSessionEnd(() =>
  toast({ title: "You are signed out", description: "Please sign in again on this device." }),
);
// The connection may return before the rest of the app's work has loaded.
window.addEventListener("online", () => readAfterReturn(queries));
window.addEventListener("load", () => {
  void untilFetched(() => import("./background.ts")).then(({ startBackground }) => startBackground(queries));
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
// This is not awaited at the top level, because imported files may wait for this one.
void takeSignInReturn()
  .catch(() => undefined)
  .then(fetchHome)
  .then(() => {
    readEarlyHome(queries);
    draw(root);
  });
