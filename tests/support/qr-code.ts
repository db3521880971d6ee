// Decodes a QR code that a camera has already located (ISO/IEC 18004): versions 1 to 6, level M, byte mode
// only.
import type { Window } from "./engines/window.ts";

type Matrix = readonly (readonly boolean[])[];

/** The number of blocks and the number of data bytes in each block, for each version. */
const blocksOf = [
  ...[[0, 0] as const, [1, 16] as const, [1, 28] as const, [1, 44] as const],
  ...[[2, 32] as const, [2, 43] as const, [4, 27] as const],
];

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const numberOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + Number(bit), 0);

/** Finder patterns with the adjacent format information, timing patterns, and the alignment pattern. */
function isFunction(size: number, row: number, column: number): boolean {
  const isFinder =
    (row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9);
  const isAlignment = size > 21 && Math.abs(row - (size - 7)) <= 2 && Math.abs(column - (size - 7)) <= 2;
  return isFinder || isAlignment || row === 6 || column === 6;
}

const countDown = (from: number): number[] => Array.from({ length: from + 1 }, (_, step) => from - step);

/**
 * The modules in reading order: two columns at a time from the right, alternately up and down, without the
 * timing column.
 */
function pathThrough(size: number): [row: number, column: number][] {
  const columns = countDown(size - 1).filter((column) => column !== 6);
  const rights = columns.filter((_, place) => place % 2 === 0);
  const steps = rights.flatMap((right, turn) => {
    const rows = turn % 2 === 0 ? countDown(size - 1) : countDown(size - 1).reverse();
    const left = columns[columns.indexOf(right) + 1] ?? 0;
    return rows.flatMap((row): [number, number][] => [
      [row, right],
      [row, left],
    ]);
  });
  return steps.filter(([row, column]) => !isFunction(size, row, column));
}

function formatOf(matrix: Matrix): { level: number; mask: number } {
  const bits = [0, 1, 2, 3, 4].map((column) => matrix[8]?.[column] ?? false);
  const format = numberOf(bits) ^ 0b10101;
  return { level: format >> 3, mask: format & 0b111 };
}

/** Decodes the text of a QR code. */
export function readQrCode(matrix: Matrix): string {
  const size = matrix.length;
  const { level, mask } = formatOf(matrix);
  if (level !== 0) throw new Error("The QR code is not of level M.");
  const isMasked = masks[mask] ?? (() => false);
  const bits = pathThrough(size).map(([row, column]) => matrix[row]?.[column] !== isMasked(row, column));
  const [blocks, length] = blocksOf[(size - 17) / 4] ?? [0, 0];
  const byteAt = (place: number) => numberOf(bits.slice(place * 8, place * 8 + 8));
  // The bytes are interleaved across the blocks.
  const bytes = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length }, (_, place) => byteAt(place * blocks + block)),
  ).flat();
  const stream = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  if (!stream.startsWith("0100")) throw new Error("The QR code does not hold bytes.");
  const count = Number.parseInt(stream.slice(4, 12), 2);
  const text = Array.from({ length: count }, (_, place) =>
    Number.parseInt(stream.slice(12 + place * 8, 20 + place * 8), 2),
  );
  return new TextDecoder().decode(new Uint8Array(text));
}

/** The squares of the drawing with this label, as a camera sees them. */
export const matrixOf = (page: Window, label: RegExp): Promise<boolean[][]> =>
  page.getByRole("img", { name: label }).evaluate((image) => {
    const side = Number(image.querySelector("svg")?.getAttribute("viewBox")?.split(" ")[2]) - 8;
    const path = image.querySelector("path");
    const point = (x: number, y: number) => new DOMPoint(x + 0.5, y + 0.5);
    return Array.from({ length: side }, (_, y) =>
      Array.from({ length: side }, (_, x) => path?.isPointInFill(point(x, y)) ?? false),
    );
  });
