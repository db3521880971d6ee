// A date is typed part by part, as each engine's own field has it.
import { type Engine, engine } from "./engine.ts";
import type { Window } from "./window.ts";

type Part = "month" | "day" | "year" | "hour" | "minute";

/** Parts after which a person presses a key. After others the field goes on by itself. Chromium waits for a year of six digits. */
const endedByKey: Record<Engine, readonly Part[]> = {
  chromium: ["year"],
  webkit: ["month", "day", "year", "hour", "minute"],
  firefox: [],
};

/** Types a day and a time in the morning, such as "2026-12-03T09:05", into the field that has the focus. */
export async function typeMorning({ keyboard }: Window, text: string): Promise<void> {
  const [year = "", month = "", day = "", hour = "", minute = ""] = text.split(/\D/);
  const parts: [Part, string][] = [
    ["month", month],
    ["day", day],
    ["year", year],
    ["hour", hour],
    ["minute", minute],
  ];
  for (const [part, digits] of parts) {
    await keyboard.type(digits);
    if (endedByKey[engine].includes(part)) await keyboard.press("ArrowRight");
  }
  await keyboard.type("a");
}
