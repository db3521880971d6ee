import type { FamilySwitch } from "#contract/family-switches.ts";
import type { Row } from "./schema.ts";

/** The column of `families` in which a switch is stored. */
export const switchColumns = {
  hellos: "has_hellos",
  birthdays: "has_birthdays",
  lights: "has_lights",
  weeklyQuestion: "has_weekly_question",
  sundayLetter: "has_sunday_letter",
} as const satisfies Record<FamilySwitch, keyof Row<"families">>;
