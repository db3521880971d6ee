import type { Family } from "#contract/families.ts";
import { type FamilySwitch, familySwitches } from "#contract/family-switches.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { useChangeFamily } from "../queries.ts";

const labels: Record<FamilySwitch, string> = {
  hellos: "Hellos: pictures and voice messages",
  birthdays: "Birthdays and greetings",
  lights: "Morning lights: one tap that says “I'm up”",
  weeklyQuestion: "The weekly question",
  sundayLetter: "The Sunday letter",
};

function FamilySwitchRow({ name, isOn }: { name: FamilySwitch; isOn: boolean }) {
  const { mutateAsync: change } = useChangeFamily();
  return <SavedSwitch label={labels[name]} isOn={isOn} save={(next) => change({ [name]: next })} />;
}

/** What the family can turn off, each by itself. */
export const FamilySwitches = ({ family }: { family: Family }) => (
  <Section title="What we do together">
    <p>Nobody sees anything of what you turn off. Nothing is lost: it's there again when you turn it on.</p>
    {familySwitches.map((name) => (
      <FamilySwitchRow key={name} name={name} isOn={family[name]} />
    ))}
  </Section>
);
