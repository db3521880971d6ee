// Marks on a picture: where a finger, a mouse or keys place them, and how they are described in words.
import type { Mark } from "#contract/help/replies.ts";

const third = (share: number, names: readonly [string, string, string]): string =>
  names[Math.min(2, Math.floor(share * 3))] ?? names[2];

const wordsOf = (mark: Mark): string =>
  mark.kind === "number" ? `the number ${mark.number}` : mark.kind === "arrow" ? "an arrow" : "a circle";

/** Such as "a circle at the top left". */
function described(mark: Mark): string {
  const [across, down] = [
    third(mark.x, ["left", "middle", "right"]),
    third(mark.y, ["top", "middle", "bottom"]),
  ];
  if (down !== "middle") return `${wordsOf(mark)} at the ${down} ${across}`;
  return `${wordsOf(mark)} ${across === "middle" ? "in the middle" : `on the ${across}`}`;
}

const listed = new Intl.ListFormat("en-US");

/** Describes marks for people who do not see them. */
export const marksInWords = (marks: readonly Mark[]): string => listed.format(marks.map(described));

export type Tool = Mark["kind"];

export interface Place {
  x: number;
  y: number;
}

const inside = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000;
export const placeInside = ({ x, y }: Place): Place => ({ x: inside(x), y: inside(y) });

// A shorter movement counts as a tap.
const shortest = 0.03;
const length = 0.2;

/** A tap makes a mark of the usual size. Dragging sets the size, and an arrow points to where the finger is lifted. */
export function markBetween(tool: Tool, from: Place, to: Place, marks: readonly Mark[]): Mark {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const isTap = distance < shortest;
  if (tool === "number") {
    const numbers = marks.flatMap((mark) => (mark.kind === "number" ? [mark.number] : []));
    return { kind: "number", ...placeInside(to), number: Math.max(0, ...numbers) + 1 };
  }
  if (tool === "circle")
    return { kind: "circle", ...placeInside(from), radius: isTap ? 0.1 : inside(Math.min(distance, 0.5)) };
  // After a tap, the arrow comes from the middle, so that its tail is on the picture.
  const tail = isTap ? tailFor(to) : from;
  const { x: tailX, y: tailY } = placeInside(tail);
  return { kind: "arrow", ...placeInside(to), tailX, tailY };
}

const tailFor = ({ x, y }: Place): Place => ({
  x: x > 0.5 ? x - length : x + length,
  y: y > 0.5 ? y - length : y + length,
});

const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The place after an arrow key, in small steps with Shift, or undefined for any other key. */
export function placeAfterKey(place: Place, key: string, isSmall: boolean): Place | undefined {
  const step = steps[key];
  const size = isSmall ? 0.01 : 0.05;
  return step && placeInside({ x: place.x + step.x * size, y: place.y + step.y * size });
}
