import { helpersOf } from "./requests.ts";
import { Screen } from "./screen.ts";

/** A family's open screens. */
export class FamilyScreens {
  readonly family: number;
  readonly screens: readonly Screen[];

  constructor(port: number, family: number) {
    this.family = family;
    this.screens = helpersOf(family).map((person) => new Screen(port, person));
  }

  async open(): Promise<void> {
    await Promise.all(this.screens.map((screen) => screen.open()));
  }

  /** Resolves when all screens have been notified of one event from now on. */
  whenAllNotified(): Promise<number> {
    return new Promise((resolve) => {
      let notified = 0;
      for (const screen of this.screens)
        screen.onLiveEvent = () => {
          notified += 1;
          if (notified === this.screens.length) resolve(performance.now());
        };
    });
  }
}
