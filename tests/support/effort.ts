import { expect } from "vitest";
import type { Locator, Window } from "./engines/window.ts";

/** Counts a person's actions on the screen. Enter is a key of the keyboard that is already open. */
export class Effort {
  taps = 0;
  characters = 0;
  readonly #page: Window;

  constructor(page: Window) {
    this.#page = page;
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }

  /** Types where the focus is. */
  async type(text: string, from: string): Promise<void> {
    const label = () =>
      this.#page.evaluate(() => {
        const field = document.activeElement;
        return field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : undefined;
      });
    await expect.poll(label).toBe(from);
    await this.#page.keyboard.type(text);
    this.characters += text.length;
  }
}
