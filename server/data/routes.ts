import { downloadAccount } from "#contract/data/account-export.ts";
import { downloadFamily } from "#contract/data/family-export.ts";
import { perSession } from "#server/http/limits.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { exportAccount, exportFamily } from "./export/exports.ts";

export const dataRoutes = (world: World): Route[] => [
  route(downloadAccount, ({ person }) => exportAccount(world, person), perSession("exports")),
  route(downloadFamily, ({ member }) => exportFamily(world, member), perSession("exports")),
];
