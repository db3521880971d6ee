import type { OperatedFamily } from "#contract/operator/families.ts";
import { megabytesOf } from "#server/features/backup/commands.ts";
import { moveFamily } from "#server/features/cells/moves/departures.ts";
import { Declined } from "#server/features/cells/questions.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { cellIn } from "#server/platform/config/cells.ts";
import { isRefusal } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
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

function otherCell({ config }: World, typed: string): string {
  if (!config.cells.secret)
    throw new Refused("Families move between cells only, and this server has no CELLS_SECRET.");
  const origin = cellIn(typed, "The address");
  if (origin === config.publicUrl) throw new Refused("The family is at this address already.");
  return origin;
}

async function move(world: World, familyId: number, origin: string): Promise<boolean> {
  try {
    return await moveFamily(world, { familyId, origin });
  } catch (error) {
    if (error instanceof Declined || isRefusal(error)) throw new Refused(error.message);
    throw error;
  }
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
  "move-family": {
    takes: ["FAMILY", "ADDRESS"],
    does: "Moves a family to the cell at ADDRESS, with its people; this address leads on for 30 days",
    async run(world, [words = "", typed = ""]) {
      const origin = otherCell(world, typed);
      const family = await findFamily(world, words);
      const hasArrived = await move(world, family.id, origin);
      return hasArrived
        ? [`The family "${family.name}" is at ${origin} now. This address leads on for 30 days.`]
        : [
            `The family "${family.name}" is on its way, but ${origin} does not answer.`,
            "This server sends it again every half minute. Until it has arrived, its people are asked to try again.",
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
