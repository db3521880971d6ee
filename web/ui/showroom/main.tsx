import "#web/ui/tokens.css";
import "#web/ui/colors.css";
import "#web/ui/base.css";
import { createRoot } from "react-dom/client";
import { Frame } from "#web/ui/page/frame.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ToastPlace } from "#web/ui/page/toast-place.tsx";
import { Buttons } from "./buttons.tsx";
import { Fields } from "./fields.tsx";
import { Messages } from "./messages.tsx";
import { States } from "./states.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

createRoot(root).render(
  <Frame userRole="admin" toasts={<ToastPlace />}>
    <Page title="Components">
      <h1>Components</h1>
      <Buttons />
      <Fields />
      <Messages />
      <States />
    </Page>
  </Frame>,
);
