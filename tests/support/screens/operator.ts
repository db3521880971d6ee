import { setQuota } from "#server/features/operator/families.ts";
import { setOperator } from "#server/features/operator/operators.ts";
import { removeFamily } from "#server/features/operator/removals.ts";
import { countLimitHit, storeLimitHits } from "#server/platform/allowances/limit-hits.ts";
import { failedInvitation } from "../failed-messages.ts";
import { type Person, reyesFamily, signUp } from "../people.ts";
import type { TestServer } from "../server.ts";
import { button, heading } from "../steps.ts";
import type { Screen } from "./visit.ts";

/** Anna runs the server. One family has a quota of its own, and one is about to be deleted. */
async function operator(server: TestServer): Promise<Person> {
  const { anna } = await reyesFamily(server);
  const nora = await signUp(server, { name: "Nora Nash" });
  await setOperator(server.world, anna.id, true);
  await setQuota(server.world, anna.familyId, 12_000);
  await removeFamily(server.world, nora.familyId);
  return anna;
}

export const operatorScreens: readonly Screen[] = [
  {
    name: "operator, families",
    async show({ server, open }) {
      const page = await open("/operator", await operator(server));
      await page.getByText("Its own limit").first().waitFor();
      return page;
    },
  },
  {
    name: "operator, the limit of a family",
    async show({ server, open }) {
      const page = await open("/operator", await operator(server));
      await button(page, "Limit of The Reyes family").first().click();
      await heading(page, "Limit of “The Reyes family”").waitFor();
      return page;
    },
  },
  {
    name: "operator, people",
    async show({ server, open }) {
      const page = await open("/operator/people", await operator(server));
      await page.getByText("Operator", { exact: true }).last().waitFor();
      return page;
    },
  },
  {
    name: "operator, failed messages",
    async show({ server, open }) {
      const anna = await operator(server);
      await failedInvitation(server, anna);
      const page = await open("/operator/messages", anna);
      await button(page, "Send again").first().waitFor();
      return page;
    },
  },
  {
    name: "operator, figures",
    async show({ server, open }) {
      const anna = await operator(server);
      countLimitHit(server.world, "texts-to-phone");
      await storeLimitHits(server.world);
      const page = await open("/operator/figures", anna);
      await page.getByText("Texts with codes and invitations to one number in a day").waitFor();
      return page;
    },
  },
  {
    name: "operator, settings",
    async show({ server, open }) {
      const page = await open("/operator/settings", await operator(server));
      await button(page, "Save the address").waitFor();
      return page;
    },
  },
];
