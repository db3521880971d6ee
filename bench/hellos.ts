// Hellos: Maya's picture on Rose's screen, and many families that give one at once.
import { passedPictures, withBrowser } from "./between-windows.ts";
import type { Figure } from "./figures.ts";
import { Household } from "./help/household.ts";
import { photo } from "./photo.ts";
import { type Porchlight, withDatabase } from "./processes/porchlight.ts";
import { quietHomes, rushFigures, sendAtOnce } from "./rush.ts";

const atOnce = { first: 100, families: 100 };

/** With more detail than most photos have. */
const detailedPhoto = (): Promise<Buffer> => photo(4_000, 3_000, 1);

export async function hellos(server: Porchlight, folder: string): Promise<Figure[]> {
  // An open request is above the hellos.
  await withDatabase(folder, (client) => client.query("truncate help_requests cascade"));
  const bytes = await photo();
  const rush = Array.from(
    { length: atOnce.families },
    (_, place) => new Household(server, atOnce.first + place),
  );
  const quiet = await quietHomes(new Household(server, 0));
  const given = await sendAtOnce(server, rush, (household) =>
    household.giveHello({ path: "pictures", type: "image/jpeg", bytes }),
  );
  const buffer = await detailedPhoto();
  const passed = await withBrowser((browser) =>
    passedPictures(browser, server, {
      name: "a hello from the camera to Rose's screen",
      passing: { from: "anna", to: "rose", shownAs: "article img[alt^=From]" },
      buffer,
      goals: { onLoopback: "500 ms", onSlow4G: "4,000 ms" },
    }),
  );
  return [...passed, ...rushFigures(`${atOnce.families} hellos at once`, given, quiet, "250 ms")];
}
