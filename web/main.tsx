import "#web/ui/tokens.css";
import "#web/ui/colors.css";
import "#web/ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createQueryClient } from "#web/api/queries.ts";
import { App } from "#web/app.tsx";

const queries = createQueryClient();
if (/[?&](token|error)=/.test(location.search)) {
  const { returnFromSignIn } = await import("#web/accounts/sign-in-return.ts");
  returnFromSignIn(queries);
}

const app = (
  <StrictMode>
    <App queries={queries} />
  </StrictMode>
);
const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

// display.js has marked the prerendered landing as out of place when somebody is signed in or on the way to it.
if (root.hasAttribute("data-prerendered") && document.documentElement.dataset.start !== "app") {
  hydrateRoot(root, app);
} else {
  root.removeAttribute("data-prerendered");
  createRoot(root).render(app);
}
