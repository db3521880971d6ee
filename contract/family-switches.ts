// What a family does together. It can turn off each of these by itself.

/** By the name of its switch, as sentences say it. */
export const switchWords = {
  hellos: "hellos",
  birthdays: "birthdays",
  lights: "the morning lights",
  weeklyQuestion: "the weekly question",
  sundayLetter: "the Sunday letter",
} as const;

export type FamilySwitch = keyof typeof switchWords;

export const familySwitches = [
  "hellos",
  "birthdays",
  "lights",
  "weeklyQuestion",
  "sundayLetter",
] as const satisfies readonly FamilySwitch[];

export const switchedOffWords = (name: FamilySwitch): string =>
  `Your family has turned off ${switchWords[name]}. The people who look after its page can change that.`;
