import type { ReactNode } from "react";
import type { Mark } from "#contract/help/replies.ts";
import styles from "./pictures.module.css";

// Lengths are thousandths of the picture's width.
const width = 1_000;

interface MarkProps {
  mark: Mark;
  height: number;
}

function Arrow({ from, to }: { from: [number, number]; to: [number, number] }) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const barb = (turn: number) => [to[0] - 60 * Math.cos(angle + turn), to[1] - 60 * Math.sin(angle + turn)];
  return <path d={`M${from} L${to} M${barb(0.5)} L${to} L${barb(-0.5)}`} />;
}

function Shape({ mark, height }: MarkProps) {
  const [x, y] = [mark.x * width, mark.y * height];
  if (mark.kind === "arrow") return <Arrow from={[mark.tailX * width, mark.tailY * height]} to={[x, y]} />;
  if (mark.kind === "circle") return <circle cx={x} cy={y} r={Math.max(mark.radius * width, 20)} />;
  return (
    <>
      <circle className={styles.disk} cx={x} cy={y} r={45} />
      <text x={x} y={y} textAnchor="middle" dominantBaseline="central">
        {mark.number}
      </text>
    </>
  );
}

const placeOf = (mark: Mark): string => `${mark.kind} ${mark.x} ${mark.y}`;

interface MarksProps {
  marks: readonly Mark[];
  /** In pixels. */
  size: { width: number; height: number };
}

/** Each mark has a dark edge, so that it is visible on any picture. */
function Marks({ marks, size }: MarksProps) {
  const height = (width * size.height) / size.width;
  return (
    <svg className={styles.marks} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {marks.map((mark) => (
        <g key={placeOf(mark)}>
          <g className={styles.edge}>
            <Shape mark={mark} height={height} />
          </g>
          <Shape mark={mark} height={height} />
        </g>
      ))}
    </svg>
  );
}

/** A picture of any kind with marks on it, as large as its container. */
export const Marked = ({ marks, size, children }: MarksProps & { children: ReactNode }) => (
  <span className={styles.picture}>
    {children}
    <Marks marks={marks} size={size} />
  </span>
);
