import styles from "./share-drawing.module.css";

/** The toolbar of Safari, with the sign to tap in a ring. */
const Toolbar = ({ y }: { y: number }) => (
  <g transform={`translate(0 ${y})`}>
    <path
      className={styles.other}
      d="M28 6l-9 9 9 9M70 6l9 9-9 9M186 8h18v16h-18z M182 20v-16h18 M222 9h20M222 15h20M222 21h20"
    />
    <circle className={styles.ring} cx="132" cy="15" r="21" />
    <path className={styles.sign} d="M126 11h-4v15h20v-15h-4M132 19v-16M126 8l6-6 6 6" />
  </g>
);

interface ShareDrawingProps {
  /** There the toolbar is above the page. */
  isTablet: boolean;
}

/** Where the sign of sharing is. The words beside it say the same. */
export const ShareDrawing = ({ isTablet }: ShareDrawingProps) => (
  <svg className={styles.drawing} viewBox="0 0 264 112" aria-hidden="true">
    <path
      className={styles.edge}
      d={
        isTablet
          ? "M2 112V18A16 16 0 0 1 18 2h228a16 16 0 0 1 16 16v94"
          : "M2 0v94a16 16 0 0 0 16 16h228a16 16 0 0 0 16-16V0"
      }
    />
    <path className={styles.line} d={isTablet ? "M2 60h260" : "M2 52h260"} />
    <path className={styles.words} d={isTablet ? "M24 80h150M24 98h96" : "M24 14h150M24 32h96"} />
    <Toolbar y={isTablet ? 16 : 66} />
  </svg>
);
