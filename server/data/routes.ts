import { downloadAccount } from "#contract/data/account-export.ts";
import {
  cancelFamilyDeletion,
  getFamilyDeletion,
  keepFamily,
  requestFamilyDeletion,
} from "#contract/data/family-deletion.ts";
import { downloadFamily } from "#contract/data/family-export.ts";
import { importFamily } from "#contract/data/family-import.ts";
import { getFamilyStorage } from "#contract/data/family-storage.ts";
import { storageOf } from "#server/allowances/stored-bytes.ts";
import type { FamilyEvents } from "#server/families/families.ts";
import { perAddress, readsPerHour } from "#server/http/limits.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import * as deletions from "./deletion/family-deletions.ts";
import { exportAccount, exportFamily } from "./export/exports.ts";
import * as imports from "./import/imports.ts";

// An export reads everything about a person or a family.
const exportLimit = readsPerHour(10);

export const dataRoutes = (world: World, events: FamilyEvents): Route[] => [
  route(downloadAccount, ({ person }) => exportAccount(world, person), exportLimit),
  route(downloadFamily, ({ member }) => exportFamily(world, member), exportLimit),
  route(getFamilyStorage, ({ member }) => storageOf(world, member.familyId)),
  route(requestFamilyDeletion, ({ member }) => deletions.requestDeletion(world, member)),
  route(cancelFamilyDeletion, ({ member }) => deletions.cancelDeletion(world, member)),
  route(getFamilyDeletion, ({ params }) => deletions.deletionBehind(world, params.token)),
  route(keepFamily, ({ params }) => deletions.keepByLink(world, params.token), perAddress("kept-families")),
  route(importFamily, ({ person, upload }) => imports.importFamily(world, events, person, upload)),
];
