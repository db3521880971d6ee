// The old address of a family that has moved to another server.
import { onTestFinished } from "vitest";
import { moveAwayFrom, startCell } from "../cells.ts";
import { reyesFamily } from "../people.ts";
import { home } from "./home.ts";
import type { Screen } from "./visit.ts";

export const movedFamilyScreens: readonly Screen[] = [
  {
    name: "home at the address that the family has left",
    async show(visit) {
      const newCell = await startCell();
      onTestFinished(() => newCell.stop());
      const { rose } = await reyesFamily(newCell);
      await moveAwayFrom(visit.server, [rose]);
      const page = await home(visit, rose);
      await page.getByText("This one works until").waitFor();
      return page;
    },
  },
];
