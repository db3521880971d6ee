import "#web/ui/tokens.css";
import "#web/ui/colors.css";
import "#web/ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createQueryClient } from "#web/api/queries.ts";
import { onSessionEnd } from "#web/api/session.ts";
import { App } from "#web/app.tsx";
import { untilFetched } from "#web/ui/page/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { awaitInstallOffer } from "./offline/installation/install-offer.ts";

const queries = createQueryClient();

/** Before anything is drawn, so that nobody sees the landing on their way in. */
async function takeSignInReturn(): Promise<void> {
  if (!/[?&](token|error)=/.test(location.search)) return;
  const { returnFromSignIn } = await import("#web/accounts/sign-in-return.ts");
  await returnFromSignIn(queries);
}

function draw(root: HTMLElement): void {
  const app = (
    <StrictMode>
      <App queries={queries} />
    </StrictMode>
  );
  // display.js has marked the prerendered landing as out of place when somebody is signed in or on the way to it.
  if (root.hasAttribute("data-prerendered") && document.documentElement.dataset.start !== "app") {
    hydrateRoot(root, app);
  } else {
    root.removeAttribute("data-prerendered");
    createRoot(root).render(app);
  }
}

awaitInstallOffer();
onSessionEnd(() =>
  toast({ title: "You are signed out", description: "Please sign in again on this device." }),
);
window.addEventListener("load", () => {
  void untilFetched(() => import("./background.ts")).then(({ startBackground }) => startBackground(queries));
});

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");
// Not awaited at the top level: what is imported here may be in a file that waits for this one.
void takeSignInReturn()
  .catch(() => undefined)
  .then(() => draw(root));
