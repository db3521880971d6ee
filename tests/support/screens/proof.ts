// The request for a fresh proof, and the page that undoes a change.
import { changePassword, removeEmail } from "#contract/accounts/accounts.ts";
import { addEmail } from "../channels.ts";
import { forgetProof, signUp } from "../people.ts";
import { button, heading } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

async function changeIn({ server, open }: Visit) {
  const anna = await signUp(server);
  await addEmail(server, anna);
  await anna.client.call(removeEmail);
  const text = server.outbox.findLast(({ to }) => to === anna.phoneNumber)?.text ?? "";
  const page = await open(text.match(/\/account\/undo\S+/)?.[0] ?? "");
  await button(page, "Undo this change").waitFor();
  return page;
}

export const proofScreens: readonly Screen[] = [
  {
    name: "Me, asked for a code or the password",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(changePassword, { body: { password: "a kettle on the stove" } });
      const page = await open("/account", anna);
      await heading(page, "Where I am signed in").waitFor();
      await forgetProof(server, anna);
      await page.getByLabel("My e-mail address").fill("anna@example.com");
      await button(page, "Send me the e-mail").click();
      await button(page, "Text me a code").click();
      await page.getByLabel("Verification code").waitFor();
      return page;
    },
  },
  { name: "a change that can be undone", show: changeIn },
  {
    name: "a change that was undone",
    async show(visit) {
      const page = await changeIn(visit);
      await button(page, "Undo this change").click();
      await heading(page, "The change is undone.").waitFor();
      return page;
    },
  },
];
