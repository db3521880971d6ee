import styles from "./text.module.css";

/** Words in which "e-mail" does not break at its hyphen, nor "7:54 AM" at its space. */
export const Unbroken = ({ children }: { children: string }) =>
  children.split(/(\be-mail\w*|\b\d+:\d\d [AP]M\b)/i).map((part, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id, only its position
      <span key={place} className={styles.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  );
