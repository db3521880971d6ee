import { downloadAccount } from "#contract/personal-data/account-export.ts";
import {
  cancelFamilyDeletion,
  getFamilyDeletion,
  keepFamily,
  requestFamilyDeletion,
} from "#contract/personal-data/family-deletion.ts";
import { downloadFamily } from "#contract/personal-data/family-export.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { getFamilyStorage } from "#contract/personal-data/family-storage.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { perAddress, readsPerHour } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import { storageOf } from "#server/platform/media/stored-bytes.ts";
import type { World } from "#server/platform/world.ts";
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
