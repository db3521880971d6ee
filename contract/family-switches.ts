// What a family does together. It can turn off each of these by itself.

export const familySwitches = ["hellos", "birthdays", "lights", "weeklyQuestion", "sundayLetter"] as const;
export type FamilySwitch = (typeof familySwitches)[number];

/** What each switch turns on, as sentences call it. */
export const switchWords: Readonly<Record<FamilySwitch, string>> = {
  hellos: "hellos",
  birthdays: "birthdays",
  lights: "the morning lights",
  weeklyQuestion: "the weekly question",
  sundayLetter: "the Sunday letter",
};

export const switchedOffWords = (name: FamilySwitch): string =>
  `Your family has turned off ${switchWords[name]}. The people who look after its page can change that.`;
