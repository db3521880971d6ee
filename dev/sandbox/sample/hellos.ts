// What the family gave Rose and Walter to look at in the last month, and what they loved.
import { readFileSync } from "node:fs";
import { giveHelloPicture, loveHello } from "#contract/hellos.ts";
import { projectFile } from "#server/platform/project-files.ts";
import type { Family, Stage } from "./people.ts";

interface Given {
  on: number;
  at: string;
  by: "anna" | "ben" | "maya";
  picture: "lake" | "cake" | "sunflowers";
  caption: string;
  isLoved?: true;
}

const given: Given[] = [
  {
    on: -20,
    at: "19:45",
    by: "ben",
    picture: "lake",
    caption: "We rowed all the way around.",
    isLoved: true,
  },
  { on: -9, at: "16:30", by: "anna", picture: "cake", caption: "Maya baked it herself.", isLoved: true },
  { on: -1, at: "17:10", by: "maya", picture: "sunflowers", caption: "Your sunflowers, Grandma!" },
];

export async function sayHello({ clock }: Stage, family: Family): Promise<void> {
  for (const { on, at, by, picture, caption, isLoved } of given) {
    clock.go(on, at);
    const { id } = await family[by].guest.call(giveHelloPicture, {
      headers: { "idempotency-key": picture },
      query: { place: "0", caption },
      upload: {
        type: "image/webp",
        bytes: readFileSync(projectFile(`dev/sandbox/sample/pictures/${picture}.webp`)),
      },
    });
    clock.pass(40);
    if (isLoved) await family.rose.guest.call(loveHello, { params: { id }, body: { isLoved } });
  }
}
