import { downloadAccount } from "#contract/data/account-export.ts";
import { downloadFamily } from "#contract/data/family-export.ts";
import { readsPerHour } from "#server/http/limits.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { exportAccount, exportFamily } from "./export/exports.ts";

// An export reads everything there is of somebody.
const exportLimit = readsPerHour(10);

export const dataRoutes = (world: World): Route[] => [
  route(downloadAccount, ({ person }) => exportAccount(world, person), exportLimit),
  route(downloadFamily, ({ member }) => exportFamily(world, member), exportLimit),
];
