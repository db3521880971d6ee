// Where passkeys are offered and listed.

import { unreachable } from "../network-failures.ts";
import { signUp } from "../people.ts";
import { addPasskeyRow } from "../sign-in/passkeys.ts";
import { goToLocalhost } from "../sign-in/virtual-authenticator.ts";
import { button } from "../steps.ts";
import type { Screen } from "./visit.ts";

export const passkeyScreens: readonly Screen[] = [
  {
    name: "Me, with a passkey, and a second one that could not be added",
    async show({ server, open }) {
      const anna = await signUp(server);
      await addPasskeyRow(server, anna);
      const page = await open("/healthz");
      await page.route("**/api/account/passkeys/options", unreachable);
      await goToLocalhost(page, server, "/account", anna);
      await button(page, "Add a passkey").click();
      await page.getByText("No passkey was added").first().waitFor();
      return page;
    },
  },
  {
    name: "signup, with a passkey that was not used",
    async show({ server, open }) {
      const page = await open("/healthz");
      await page.route("**/api/auth/passkey/options", unreachable);
      await goToLocalhost(page, server, "/?signup");
      await button(page, "Sign in with a passkey").click();
      await page.getByText("We could not reach Porchlight.").first().waitFor();
      return page;
    },
  },
];
