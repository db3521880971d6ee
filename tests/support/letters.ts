import { giveHelloPicture } from "#contract/hellos.ts";
import type { Person } from "./people.ts";
import { photo } from "./photos.ts";

/** Gives so many hellos with one picture each, whose captions count them. */
export async function giveLetterPictures({ client }: Person, count: number): Promise<void> {
  for (let number = 1; number <= count; number++)
    await client.call(giveHelloPicture, {
      headers: { "idempotency-key": `picture ${number}` },
      query: { place: "0", caption: `Picture ${number}` },
      upload: await photo({ width: 1_200, height: 900 }),
    });
}
