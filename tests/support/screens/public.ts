import { button } from "../steps.ts";
import { openDetails, type Screen } from "./visit.ts";

const at = (name: string, path: string): Screen => ({ name, show: ({ open }) => open(path) });

export const publicScreens: readonly Screen[] = [
  at("landing", "/"),
  {
    name: "landing with everything open",
    async show({ open }) {
      const page = await open("/");
      await openDetails(page);
      await button(page, "Text size").click();
      await page.getByLabel("Largest").waitFor();
      return page;
    },
  },
  at("privacy policy", "/privacy-policy"),
  at("terms of service", "/terms-of-service"),
  at("not found", "/nowhere"),
];
