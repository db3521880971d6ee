import { encode } from "uqr";

/** ISO/IEC 18004: this many light modules on each side. */
const quietZone = 4;

/** Draws the dark modules. Neighbors in a row become one rectangle. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      const length = (end < 0 ? row.length : end) - x;
      return `M${x} ${y}h${length}v1h${-length}z`;
    }),
  );
  return runs.join("");
}

interface QrCodeProps {
  /** The text in the code. */
  text: string;
  label: string;
}

/** Black on white in every theme. At level M, about 15 % of it may be hidden. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", boostEcc: false, border: 0 });
  const side = size + 2 * quietZone;
  return (
    <div role="img" aria-label={label}>
      <svg
        viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="white" />
        <path d={pathOf(data)} fill="black" />
      </svg>
    </div>
  );
}
