// What an import brought and left behind, as the app and the command line say it.
import type { FamilyImport } from "./family-import.ts";

const counted = (count: number, one: string, many = `${one}s`): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];

const list = new Intl.ListFormat("en-US");

export const broughtWords = ({ brought }: FamilyImport): string[] => [
  "Its name, time zone and country",
  ...counted(brought.events, "event"),
  ...counted(brought.localEvents, "thing to do", "things to do"),
  ...counted(brought.puzzles, "puzzle of your own", "puzzles of your own"),
  ...counted(brought.helpPhrases, "help phrase of your own", "help phrases of your own"),
  ...(brought.escalationPlans > 0 ? ["The plan of who is asked when"] : []),
];

/** All but the people, who can be invited in different ways. */
export const leftWords = ({ left: { helpRequests, calendars } }: FamilyImport): string[] => [
  "Who drives or comes to an event, and who is asked first. Please choose again once they're here.",
  ...counted(helpRequests, "past request for help", "past requests for help").map(
    (requests) => `${requests}, and the activity. They stay in your file.`,
  ),
  ...(calendars.length > 0
    ? [`The calendars of others: ${list.format(calendars)}. Please add their addresses again.`]
    : []),
];
