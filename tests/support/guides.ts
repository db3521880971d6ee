// Writes guides for a family.
import { addGuide } from "#contract/help/guides.ts";
import type { Person } from "./people.ts";

export const newGuide = {
  title: "Get the TV picture back",
  phraseId: 101,
  steps: [{ sentence: "Press the red button." }, { sentence: "Wait one minute." }],
};

/** Returns the id of the guide. */
export const writeGuide = async ({ client }: Person): Promise<number> =>
  (await client.call(addGuide, { body: newGuide })).id;
