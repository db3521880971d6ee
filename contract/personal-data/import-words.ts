import type { FamilyImport } from "./family-import.ts";

/**
 * Describes what an import brought and what it left behind, in the words of the app and the command line. People are
 * not included, because they can be invited in different ways.
 */
export const importWords = ({ brought, left }: FamilyImport): { brought: string[]; left: string[] } => {
  const counted = (count: number, one: string, many = `${one}s`): string[] =>
    count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  const calendars = new Intl.ListFormat("en-US").format(left.calendars);
  return {
    brought: [
      "Its name, time zone and country",
      ...counted(brought.events, "event"),
      ...counted(brought.localEvents, "thing to do", "things to do"),
      ...counted(brought.puzzles, "puzzle of your own", "puzzles of your own"),
      ...counted(brought.helpPhrases, "help phrase of your own", "help phrases of your own"),
      ...counted(brought.things, "thing around the house", "things around the house"),
      ...counted(brought.guides, "guide"),
      ...(brought.escalationPlans > 0 ? ["The plan of who is asked, and when"] : []),
    ],
    left: [
      "Who drives or comes to an event, and who is asked first. Please choose again once they've joined.",
      ...counted(left.helpRequests, "past request for help", "past requests for help").map(
        (requests) => `${requests}, and the activity. They stay in your file.`,
      ),
      ...(calendars ? [`Subscribed calendars: ${calendars}. Please add their addresses again.`] : []),
      ...(left.hasWebhook
        ? ["The program that is told about requests for help. Please enter its address again."]
        : []),
    ],
  };
};
