// Porchlight's built-in puzzles: enough for a year, each with one right answer, well mixed.
import { describe, expect, it } from "vitest";
import { difficulties, type LibraryPuzzle, libraryPuzzleOf, readKinds, readLibrary } from "./library.ts";

const kinds = await readKinds();
const library = await readLibrary();
const kindOf = new Map(
  kinds.flatMap(([name, kind]) =>
    difficulties.flatMap((difficulty) => kind[difficulty].map((one) => [one.question, name] as const)),
  ),
);
const sizes = kinds.map(([, kind]) => difficulties.reduce((sum, each) => sum + kind[each].length, 0));

const normalized = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const wrong = (isWrong: (puzzle: LibraryPuzzle) => boolean) =>
  library.filter(isWrong).map(({ question, options }) => `${question} ${options.join(", ")}`);
const positionOf = ({ options, answer }: LibraryPuzzle) => options.indexOf(answer);
const isShort = (text: string, max: number) => text === text.trim() && text.length > 0 && text.length <= max;

describe("each built-in puzzle", () => {
  it("has a question and answers that fit a phone", () => {
    expect(wrong(({ question }) => !isShort(question, 110) || !/[?.…]$/.test(question))).toEqual([]);
    expect(wrong(({ options }) => options.some((option) => !isShort(option, 32)))).toEqual([]);
  });

  it("has three or four options, all different, and one of them is right", () => {
    expect(wrong(({ options }) => options.length < 3 || options.length > 4)).toEqual([]);
    expect(wrong(({ options }) => new Set(options.map(normalized)).size < options.length)).toEqual([]);
    expect(wrong(({ options, answer }) => !options.includes(answer))).toEqual([]);
  });

  it("asks a question that no other asks", () => {
    expect(new Set(library.map(({ question }) => normalized(question))).size).toBe(library.length);
  });

  it("has its numeric options in ascending order", () => {
    const inNumbers = (option: string) => Number(option.replace("$", ""));
    const isOutOfOrder = ({ options }: LibraryPuzzle) => {
      const numbers = options.map(inNumbers);
      return !numbers.includes(Number.NaN) && numbers.some((one, at) => one < (numbers[at - 1] ?? one));
    };
    expect(wrong(isOutOfOrder)).toEqual([]);
  });
});

/** Evaluates "3 * 7 - 1", products first. */
function workOut(sum: string): number {
  const terms = sum.replaceAll(" ", "").match(/[+-]?[^+-]+/g) ?? [];
  const product = (term: string) =>
    term.split(/(?=[*/])/).reduce((result, part) => {
      if (part.startsWith("*")) return result * Number(part.slice(1));
      return part.startsWith("/") ? result / Number(part.slice(1)) : Number(part);
    }, 0);
  return terms.reduce((total, term) => total + product(term), 0);
}

const halfADay = 12 * 60;

/** The distance of an answer from its calculation. A time of day counts in minutes. */
function errorOf({ answer, sum = "" }: LibraryPuzzle): number {
  const [hours, minutes] = answer.split(":").map((part) => Number.parseFloat(part.replace("$", "")));
  if (minutes === undefined) return Math.abs((hours ?? Number.NaN) - workOut(sum));
  return Math.abs((((hours ?? 0) * 60 + minutes) % halfADay) - (workOut(sum) % halfADay));
}

describe("sums", () => {
  const sums = library.filter(({ question }) => kindOf.get(question) === "arithmetic");

  it("have the stated result", () => {
    expect(sums.filter((puzzle) => !(errorOf(puzzle) < 0.001)).map(({ question }) => question)).toEqual([]);
  });

  it("that a question asks outright are all checked", () => {
    const asked = sums.flatMap(({ question, sum }) => {
      const plain = question.match(/^What is ([\d +−×÷]+)\?$/)?.[1];
      return plain ? [[plain.replace("−", "-").replace("×", "*").replace("÷", "/"), sum]] : [];
    });
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter(([plain, sum]) => plain !== sum)).toEqual([]);
  });
});

describe("a year of built-in puzzles", () => {
  it("repeats none within 366 days, from any start day", async () => {
    const last = new Map<string | undefined, number>();
    const gaps = [];
    for (let number = 0; number < 4 * 366; number++) {
      const day = new Date(Date.UTC(2027, 0, 1 + number)).toISOString().slice(0, 10);
      const question = (await libraryPuzzleOf(day))?.question;
      gaps.push(number - (last.get(question) ?? Number.NEGATIVE_INFINITY));
      last.set(question, number);
    }
    expect(library.length).toBeGreaterThanOrEqual(400);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(366);
  });

  it("has no two of one kind on neighboring days, not even from the last day to the first", () => {
    const names = library.map(({ question }) => kindOf.get(question));
    expect(names.filter((name, turn) => name === names.at(turn - 1))).toEqual([]);
  });

  it("gives each kind between a twentieth and a sixth", () => {
    expect(kinds.length).toBeGreaterThanOrEqual(8);
    expect(Math.min(...sizes)).toBeGreaterThan(library.length / 20);
    expect(Math.max(...sizes)).toBeLessThan(library.length / 6);
  });

  it("gives each difficulty at least a fifth, and at least a tenth of each month", () => {
    const shares = difficulties.map((difficulty) => {
      const those = new Set(kinds.flatMap(([, kind]) => kind[difficulty].map(({ question }) => question)));
      const isIt = (puzzle: LibraryPuzzle) => those.has(puzzle.question);
      const months = library.map((_, turn) => [...library, ...library].slice(turn, turn + 30));
      return {
        all: those.size / library.length,
        month: Math.min(...months.map((m) => m.filter(isIt).length)),
      };
    });
    expect(Math.min(...shares.map(({ all }) => all))).toBeGreaterThan(0.2);
    expect(Math.min(...shares.map(({ month }) => month))).toBeGreaterThanOrEqual(3);
  });

  it("varies the position of the right answer", () => {
    const inFour = library.filter(({ options }) => options.length === 4);
    const counts = [0, 1, 2, 3].map((at) => inFour.filter((one) => positionOf(one) === at).length);
    expect(Math.min(...counts)).toBeGreaterThan(inFour.length * 0.2);
    expect(Math.max(...counts)).toBeLessThan(inFour.length * 0.3);
  });
});
