import type { FamilyImport } from "#contract/data/family-import.ts";
import { Columns, Section, Stack } from "#web/ui/layout/layout.tsx";

const counted = (count: number, one: string, many = `${one}s`): string[] =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];

const list = new Intl.ListFormat("en-US");

function broughtWords({ brought }: FamilyImport): string[] {
  return [
    "Its name, time zone and country",
    ...counted(brought.events, "event"),
    ...counted(brought.localEvents, "thing to do", "things to do"),
    ...counted(brought.puzzles, "puzzle of your own", "puzzles of your own"),
    ...counted(brought.helpPhrases, "help phrase of your own", "help phrases of your own"),
    ...counted(brought.things, "thing of the house", "things of the house"),
    ...counted(brought.guides, "guide"),
    ...(brought.escalationPlans > 0 ? ["The plan of who is asked when"] : []),
  ];
}

function leftWords({ left: { helpRequests, calendars } }: FamilyImport): string[] {
  return [
    "The people. You can invite them below.",
    "Who drives or comes to an event, and who is asked first. Please choose again once they're here.",
    ...counted(helpRequests, "past request for help", "past requests for help").map(
      (requests) => `${requests}, and the activity. They stay in your file.`,
    ),
    ...(calendars.length > 0
      ? [`The calendars of others: ${list.format(calendars)}. Please add their addresses again.`]
      : []),
  ];
}

const Words = ({ title, words }: { title: string; words: string[] }) => (
  <Section title={title}>
    <Stack as="ul" gap={12}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </Stack>
  </Section>
);

/** Says what an import brought, and what has to be done by hand. */
export const ImportSummary = ({ of: imported }: { of: FamilyImport }) => (
  <>
    {imported.leftFamily && <p>You have left “{imported.leftFamily}”, because nothing was in it yet.</p>}
    <Columns>
      <Words title="What came with it" words={broughtWords(imported)} />
      <Words title="What did not come" words={leftWords(imported)} />
    </Columns>
  </>
);
