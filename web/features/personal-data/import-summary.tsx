import type { FamilyImport } from "#contract/personal-data/family-import.ts";
import { importWords } from "#contract/personal-data/import-words.ts";
import { Columns, Section, Stack } from "#web/ui/layout/layout.tsx";

const Words = ({ title, words }: { title: string; words: string[] }) => (
  <Section title={title}>
    <Stack as="ul" gap={12}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </Stack>
  </Section>
);

/** Says what was imported, and what has to be done by hand. */
export function ImportSummary({ of: imported }: { of: FamilyImport }) {
  const { brought, left } = importWords(imported);
  return (
    <>
      {imported.leftFamily && <p>You have left “{imported.leftFamily}”, because nothing was in it yet.</p>}
      <Columns>
        <Words title="What was imported" words={brought} />
        <Words title="What was not imported" words={["The people. You can invite them below.", ...left]} />
      </Columns>
    </>
  );
}
