// What of a letter fits on one page in type of 14 points. Words come first, and pictures get the room that is left.
import { shortened } from "#contract/graphemes.ts";
import type { Letter } from "#contract/letters.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";

// All lengths are in points, and those of the page are in letters.module.css.
const points = 14;
const lineHeight = points * 1.3;
const width = 520;
/** Less than the page, because engines lay out the same lines differently: WebKit needs some 20 points more than Chromium. */
const heights = { Letter: 685, A4: 735 } as const;
const head = 85;
const gap = 16;

/** The lines that all answers together may have. */
const maxAnswerLines = 14;
const dayWidth = 190;
const picturesInRow = 3;
const smallestPicture = 80;
const largestPicture = 220;

// A character is not quite half as wide as high.
const charactersIn = (available: number): number => Math.floor((available / points) * 2.05);
const linesOf = (text: string, available = width): number => Math.ceil(text.length / charactersIn(available));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function shortQuestions(questions: Letter["questions"]): Letter["questions"] {
  const count = sum(questions.map(({ answers }) => answers.length));
  const longest = Math.max(1, Math.floor(maxAnswerLines / Math.max(1, count))) * charactersIn(width);
  return questions.map(({ text, answers }) => ({
    text,
    answers: answers.map((answer) => shortened(answer, longest)),
  }));
}

interface SheetDay {
  readonly title: string;
  readonly events: readonly string[];
}

const heightOf = (event: string): number => linesOf(event, width - dayWidth) * lineHeight;

/** Takes the days from the first on while there is room, and counts the events that have none. */
function daysWithin(days: Letter["days"], room: number): { days: SheetDay[]; moreEvents: number } {
  let left = room - lineHeight;
  const shown: SheetDay[] = [];
  for (const { day, events } of days) {
    const fitting: string[] = [];
    left -= gap / 2;
    for (const event of events) {
      left -= heightOf(event);
      if (left > 0) fitting.push(event);
    }
    if (fitting.length > 0) shown.push({ title: `${weekday(day)}, ${monthAndDay(day)}`, events: fitting });
  }
  const count = (all: readonly { readonly events: readonly string[] }[]) =>
    sum(all.map(({ events }) => events.length));
  return { days: shown, moreEvents: count(days) - count(shown) };
}

export interface Sheet extends Pick<Letter, "pictures" | "questions" | "birthdays"> {
  readonly days: readonly SheetDay[];
  readonly moreEvents: number;
  /** How high a picture can be. */
  readonly pictureHeight: number;
}

export function sheetOf(letter: Letter): Sheet {
  const questions = shortQuestions(letter.questions);
  const heading = lineHeight + gap;
  const answersHeight = sum(
    questions.map(
      ({ text, answers }) => gap + sum([text, ...answers].map((line) => linesOf(line) * lineHeight)),
    ),
  );
  const birthdaysHeight = letter.birthdays.length > 0 ? heading + letter.birthdays.length * lineHeight : 0;
  const room = heights[letter.paper] - head - answersHeight - birthdaysHeight;
  const wordsHeight = gap + wordLinesOf(letter.pictures) * lineHeight;
  const onePicture = letter.pictures.length > 0 ? smallestPicture + wordsHeight : 0;
  const { days, moreEvents } = daysWithin(letter.days, room - heading - onePicture);
  const daysHeight = sum(days.map(({ events }) => gap / 2 + sum(events.map(heightOf))));
  const left = room - daysHeight - heading - (moreEvents > 0 ? lineHeight : 0);
  const rows = Math.min(
    Math.ceil(letter.pictures.length / picturesInRow),
    Math.floor(left / (smallestPicture + wordsHeight)),
  );
  const pictures = letter.pictures.slice(0, rows * picturesInRow);
  return {
    questions,
    birthdays: letter.birthdays,
    days,
    moreEvents,
    pictures: pictures.map((picture) => ({ ...picture, words: wordsIn(picture.words, pictures.length) })),
    pictureHeight: Math.min(largestPicture, Math.floor(left / Math.max(1, rows) - wordsHeight)),
  };
}

const columnOf = (count: number): number => width / Math.min(count, picturesInRow) - gap;

/** Words below a picture have at most two lines. */
const wordLinesOf = (pictures: Letter["pictures"]): number =>
  Math.min(2, Math.max(0, ...pictures.map(({ words }) => linesOf(words, columnOf(pictures.length)))));

const wordsIn = (words: string, count: number): string =>
  shortened(words, 2 * charactersIn(columnOf(count)) - 6);
