import { classNames } from "#web/ui/class-names.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import styles from "./landing.module.css";

// Drawn for Porchlight.

const CalendarArt = () => (
  <svg className={classNames(styles.art, styles.spot)} viewBox="22 8 196 152" aria-hidden="true">
    <g className={styles.line}>
      <path className={styles.paper} d="M30 30h180v122H30z" />
      <path className={styles.bloom} d="M66 60h36v30H66z" />
      <path className={styles.far} d="M174 122h36v30h-36z" />
      <path className={styles.pine} d="M30 30h180v30H30z" />
      <path d="M66 60v92M102 60v92M138 60v92M174 60v92M30 90h180M30 122h180M74 16v22M120 16v22M166 16v22" />
    </g>
    <path
      className={styles.ring}
      d="M143 106c0-14 9-22 19-22s19 9 18 22c-1 14-10 21-20 20-11-1-20-10-15-27"
    />
  </svg>
);

const PuzzleArt = () => (
  <svg className={classNames(styles.art, styles.spot)} viewBox="16 16 200 152" aria-hidden="true">
    <g className={styles.line}>
      <path className={styles.paper} d="M24 24h136v136H24z" />
      <path
        className={styles.dark}
        d="M24 24h34v34H24zM126 24h34v34h-34zM58 92h34v34H58zM126 126h34v34h-34z"
      />
      <path className={styles.near} d="M24 58h136v34H24z" />
      <path d="M58 24v68m0 34v34M92 24v136M126 24v102M24 58h136M24 92h136M24 126h102" />
      <path d="M34 67v16M48 67v16M34 75h14M75 67a8 8 0 1 0 .01 0ZM101 83V67l8 9 8-9v16M151 67h-14v16h14m-14-8h11" />
      <path className={styles.wood} d="m206 74 8 8-58 60-13 5 5-13z" />
      <path d="m196 84 8 8" />
    </g>
  </svg>
);

const HelpArt = () => (
  <svg className={classNames(styles.art, styles.spot)} viewBox="12 12 216 150" aria-hidden="true">
    <path
      className={styles.light}
      d="M36 20h112a16 16 0 0 1 16 16v34a16 16 0 0 1-16 16H70L44 108V86h-8a16 16 0 0 1-16-16V36a16 16 0 0 1 16-16Z"
    />
    <path className={classNames(styles.line, styles.onLight)} d="M42 44h98M42 62h60" />
    <path
      className={classNames(styles.line, styles.pine, styles.onPine)}
      d="M116 98h88a16 16 0 0 1 16 16v18a16 16 0 0 1-16 16h-8v8l-18-8h-62a16 16 0 0 1-16-16v-18a16 16 0 0 1 16-16Z"
    />
    <path className={classNames(styles.line, styles.onPine)} d="m142 124 12 12 22-24" />
  </svg>
);

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
