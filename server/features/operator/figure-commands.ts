import { type Count, countWords } from "#contract/operator/figures.ts";
import { aligned, type Commands } from "./command.ts";
import { figuresOf } from "./figures.ts";

const rowOf = (what: string, count: Count): string[] => [what, countWords(count)];

export const figureCommands: Commands = {
  figures: {
    takes: [],
    does: "New people and families of 14 days, sign-ups under way, and what limits refused",
    async run(world) {
      const { days, openInvitations, startedSignUps, accountDeletions, limitHits } = await figuresOf(world);
      const limits = limitHits.map(({ limit, refused }) => [limit, String(refused)]);
      return [
        ...aligned([
          ["Day (UTC)", "New people", "New families"],
          ...days.map(({ day, people, families }) => [day, countWords(people), countWords(families)]),
        ]),
        "",
        ...aligned([
          rowOf("Open invitations", openInvitations),
          rowOf("Sign-ups under way", startedSignUps),
          rowOf("Accounts about to be deleted", accountDeletions),
        ]),
        "",
        ...(limits.length === 0
          ? ["No limit refused anything in the last 24 hours."]
          : ["Refused by limits in the last 24 hours:", ...aligned(limits)]),
      ];
    },
  },
};
