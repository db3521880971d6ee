import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";
import { ChoiceField } from "../form/choice-field.tsx";
import styles from "./frame.module.css";

/** Text size and colors, as display.js set them on the page's root before the first paint. */
interface DisplayChoice {
  text: string;
  theme: string;
}

const key = "porchlight-display";
const listeners = new Listeners();

const isChoice = (value: unknown): value is Partial<DisplayChoice> =>
  typeof value === "object" && value !== null;

function saved(): Partial<DisplayChoice> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return isChoice(value) ? value : {};
  } catch {
    return {};
  }
}

function chooseDisplay(choice: Partial<DisplayChoice>): void {
  Object.assign(document.documentElement.dataset, choice);
  listeners.notify();
  try {
    localStorage.setItem(key, JSON.stringify({ ...saved(), ...choice }));
  } catch {
    // If the browser stores nothing, the choice lasts until the page is left.
  }
}

const useChosen = (name: keyof DisplayChoice, standard: string) =>
  useSyncExternalStore(
    listeners.add,
    () => document.documentElement.dataset[name] ?? standard,
    () => standard,
  );

const useDisplayChoice = (): DisplayChoice => ({
  text: useChosen("text", "20"),
  theme: useChosen("theme", "light"),
});

const sizes = [
  { value: "20", label: <span className={styles.standard}>Standard</span> },
  { value: "24", label: <span className={styles.large}>Large</span> },
  { value: "30", label: <span className={styles.largest}>Largest</span> },
];
const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];

/** Text size and colors. A choice applies at once and is stored on the device. */
export function DisplayFields() {
  const chosen = useDisplayChoice();
  return (
    <div className={styles.fields}>
      <div className={styles.sizes}>
        <ChoiceField
          isInRow
          name="text"
          label="Text size"
          choices={sizes}
          value={chosen.text}
          onChange={(event) => chooseDisplay({ text: event.target.value })}
        />
      </div>
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
