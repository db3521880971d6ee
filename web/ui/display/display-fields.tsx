import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { chooseDisplay, useDisplayChoice } from "./display-choice.ts";
import styles from "./display-fields.module.css";

const sizes = [
  { value: "20", label: "Standard" },
  { value: "24", label: "Large" },
  { value: "30", label: "Largest" },
];
const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];

/** Text size and colors; a choice holds at once and is kept on the device. */
export function DisplayFields() {
  const chosen = useDisplayChoice();
  return (
    <div className={styles.fields}>
      <ChoiceField
        isInRow
        name="text"
        label="Text size"
        choices={sizes}
        value={chosen.text}
        onChange={(event) => chooseDisplay({ text: event.target.value })}
      />
      <ChoiceField
        isInRow
        name="theme"
        label="Colors"
        choices={themes}
        value={chosen.theme}
        onChange={(event) => chooseDisplay({ theme: event.target.value })}
      />
    </div>
  );
}
