// Finds words that a line break cuts in two, because the text is too large for its place.
import type { Window } from "../engines/window.ts";

/** Words of letters only: addresses and numbers may break anywhere, and hyphens are places to break. */
export const brokenWords = (page: Window): Promise<string[]> =>
  page.evaluate(() => {
    const range = document.createRange();
    const word = /(?<![^\s“(])[\p{L}'’]+(?![^\s”),.!?:;-])/gu;
    const isBroken = (text: Text, { 0: { length }, index }: RegExpExecArray) => {
      range.setStart(text, index);
      range.setEnd(text, index + length);
      return range.getClientRects().length > 1;
    };
    const texts = [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => [...element.childNodes].filter((node) => node instanceof Text));
    return texts.flatMap((text) =>
      [...text.data.matchAll(word)].filter((found) => isBroken(text, found)).map(([found]) => found),
    );
  });
