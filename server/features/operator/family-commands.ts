import type { OperatedFamily } from "#contract/operator/families.ts";
import { megabytesOf } from "#server/features/backup/commands.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { aligned, type Commands, dayOf } from "./command.ts";
import { findFamily, listFamilies, setQuota } from "./families.ts";
import { keepFamily, removeFamily } from "./removals.ts";

const rowOf = (family: OperatedFamily): string[] => [
  String(family.id),
  family.name,
  String(family.people),
  dayOf(family.createdAt),
  family.lastSeenAt ? dayOf(family.lastSeenAt) : "signed out",
  `${megabytesOf(family.storedBytes)} of ${family.maxMegabytes}${family.hasOwnQuota ? " (its own)" : ""}`,
  String(family.requests),
  family.deletionDueAt ? `deleted on ${dayOf(family.deletionDueAt)}` : "",
];

const head = ["Number", "Name", "People", "Since", "Last seen", "Stored", "Requests in 30 days"];

function megabytesIn(typed: string): number | null {
  if (typed === "default") return null;
  if (/^\d{1,8}$/.test(typed) && Number(typed) <= 10_000_000) return Number(typed);
  throw new Refused(`MEGABYTES is a number such as 8000, or default, not "${typed}".`);
}

export const familyCommands: Commands = {
  families: {
    takes: ["[WORDS]"],
    does: "The newest families, or those with WORDS in their names: people, sizes, dates",
    async run(world, [search]) {
      const { families, hasMore } = await listFamilies(world, { search });
      if (families.length === 0)
        return [search ? `No family's name has "${search}" in it.` : "There are no families yet."];
      const rest = hasMore ? ["", "There are more. Their names find them: families WORDS"] : [];
      return [...aligned([head, ...families.map(rowOf)]), ...rest];
    },
  },
  "set-quota": {
    takes: ["FAMILY", "MEGABYTES"],
    does: "How many megabytes of pictures and voice messages a family may store, or default",
    async run(world, [words = "", typed = ""]) {
      const megabytes = megabytesIn(typed);
      const family = await findFamily(world, words);
      await setQuota(world, family.id, megabytes);
      const { storedMegabytes } = world.config.limits;
      return [
        megabytes === null
          ? `"${family.name}" may store what all families may: ${storedMegabytes} MB.`
          : `"${family.name}" may store ${megabytes} MB.`,
      ];
    },
  },
  "remove-family": {
    takes: ["FAMILY"],
    does: "Deletes a family in seven days; its members are told and can keep it",
    async run(world, [words = ""]) {
      const family = await findFamily(world, words);
      const { dueAt } = await removeFamily(world, family.id);
      return [
        `The family "${family.name}" will be deleted on ${dayOf(dueAt)}, and a message tells its members.`,
        `Until then: npm run porchlight -- keep-family ${family.id}`,
      ];
    },
  },
  "keep-family": {
    takes: ["FAMILY"],
    does: "Keeps a family that was about to be deleted",
    async run(world, [words = ""]) {
      const family = await findFamily(world, words);
      await keepFamily(world, family.id);
      return [`The family "${family.name}" stays.`];
    },
  },
};
