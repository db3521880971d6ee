import { helpersOf } from "./requests.ts";
import { Screen } from "./screen.ts";

/** A family's open screens. */
export class Household {
  readonly family: number;
  readonly screens: readonly Screen[];

  constructor(port: number, family: number) {
    this.family = family;
    this.screens = helpersOf(family).map((person) => new Screen(port, person));
  }

  async open(): Promise<void> {
    await Promise.all(this.screens.map((screen) => screen.open()));
  }

  /** When the last of them has heard of something, from now on. */
  allHear(): Promise<number> {
    return new Promise((resolve) => {
      let heard = 0;
      for (const screen of this.screens)
        screen.onNews = () => {
          heard += 1;
          if (heard === this.screens.length) resolve(performance.now());
        };
    });
  }
}
