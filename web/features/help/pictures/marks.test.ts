import { expect, it } from "vitest";
import { markBetween, marksInWords, placeAfterKey } from "./marks.ts";

const middle = { x: 0.5, y: 0.5 };

it("a tap makes a mark of the usual size, and dragging makes one as large as the movement", () => {
  expect(markBetween("circle", middle, middle, [])).toEqual({ kind: "circle", ...middle, radius: 0.1 });
  expect(markBetween("circle", middle, { x: 0.8, y: 0.5 }, [])).toMatchObject({ radius: 0.3 });
  const dragged = { kind: "arrow", x: 0.2, y: 0.3, tailX: 0.5, tailY: 0.5 };
  expect(markBetween("arrow", middle, { x: 0.2, y: 0.3 }, [])).toEqual(dragged);
});

it("an arrow made by a tap has its tail on the picture, wherever it points", () => {
  for (const x of [0, 0.5, 1])
    for (const y of [0, 0.5, 1]) {
      const mark = markBetween("arrow", { x, y }, { x, y }, []);
      const tail = mark.kind === "arrow" ? [mark.tailX, mark.tailY] : [];
      expect(tail.every((share) => share > 0 && share < 1)).toBe(true);
    }
});

it("numbers continue from the highest", () => {
  const first = markBetween("number", middle, middle, []);
  expect(markBetween("number", middle, middle, [first])).toMatchObject({ number: 2 });
});

it("arrow keys move a place, less with Shift, and never off the picture", () => {
  expect(placeAfterKey(middle, "ArrowLeft", false)).toEqual({ x: 0.45, y: 0.5 });
  expect(placeAfterKey(middle, "ArrowDown", true)).toEqual({ x: 0.5, y: 0.51 });
  expect(placeAfterKey({ x: 0, y: 0 }, "ArrowUp", false)).toEqual({ x: 0, y: 0 });
  expect(placeAfterKey(middle, "Tab", false)).toBeUndefined();
});

it("marks are described by kind and place", () => {
  const marks = [
    { kind: "circle", x: 0.1, y: 0.1, radius: 0.1 },
    { kind: "number", x: 0.5, y: 0.5, number: 3 },
  ] as const;
  expect(marksInWords(marks)).toBe("a circle at the top left and the number 3 in the middle");
});
