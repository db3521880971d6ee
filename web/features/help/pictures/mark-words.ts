// Describes marks on a picture for people who do not see them.
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

export const marksInWords = (marks: readonly Mark[]): string => listed.format(marks.map(described));
