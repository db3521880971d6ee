import { classNames } from "#web/ui/class-names.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { CalendarArt, HelpArt, PuzzleArt } from "./feature-art.tsx";
import styles from "./landing.module.css";

/** The three feature cards of the specification, as quiet, distinct blocks. */
export const Features = () => (
  <ul className={styles.features}>
    <li className={classNames(styles.feature, styles.calendar)}>
      <Stack gap={8}>
        <h2>Family Calendar</h2>
        <p>Share events and appointments in one place.</p>
      </Stack>
      <CalendarArt />
    </li>
    <li className={classNames(styles.feature, styles.daily)}>
      <Stack gap={8}>
        <h2>Daily Activities</h2>
        <p>Daily puzzles and local events for seniors.</p>
      </Stack>
      <PuzzleArt />
    </li>
    <li className={classNames(styles.feature, styles.help)}>
      <Stack gap={8}>
        <h2>Easy Tech Help</h2>
        <p>Common phrases and questions for asking for help.</p>
      </Stack>
      <HelpArt />
    </li>
  </ul>
);
