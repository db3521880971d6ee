import sharp from "sharp";
import { maxPictures, maxVoiceMessages } from "#contract/help/reply-limits.ts";
import { recording } from "#tests/support/recordings.ts";
import { type Figure, milliseconds } from "../figures.ts";
import { photo } from "../photo.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import { quietHomes, rushFigures, sendAtOnce } from "../rush.ts";
import { Household, type Upload } from "./household.ts";

const order = { inTurn: 60, atOnce: 100, largest: 10 };

/** The largest number of pixels that is accepted, in a file of a few kilobytes. */
const largestPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: "#808080" } })
    .webp()
    .toBuffer();

const asPicture = (bytes: Buffer): Upload => ({ path: "pictures", type: "image/jpeg", bytes });

/** A recording of one minute, in the format that devices send. */
async function longestVoiceMessage(): Promise<Upload> {
  const bytes = new Uint8Array(await recording(60).arrayBuffer());
  return { path: "voice-messages", type: "audio/wav", bytes };
}

async function untilSeen(household: Household, picture: Upload): Promise<number> {
  const id = await household.askForHelp();
  const { heard } = await household.listen();
  const start = performance.now();
  await Promise.all([household.send(id, picture), heard]);
  await household.see(id);
  return performance.now() - start;
}

async function replyAtOnce(server: Porchlight, households: readonly Household[], upload: Upload) {
  const ids = await Promise.all(households.map((household) => household.askForHelp()));
  return await sendAtOnce(server, households, (household, place) => household.send(ids[place] ?? 0, upload));
}

async function storedBytes(folder: string, table: string): Promise<number> {
  const average = `select avg(octet_length(bytes))::integer as bytes from media where id in (select media_id from ${table})`;
  const { rows } = await withDatabase(folder, (client) => client.query<{ bytes: number }>(average));
  return rows[0]?.bytes ?? Number.NaN;
}

const storageFigure = (what: string, bytes: number, goal: number): Figure => ({
  name: `storage of a request with ${what}`,
  value: `${(bytes / 1_000_000).toFixed(1)} MB`,
  goal: `${goal.toFixed(1)} MB`,
});

/**
 * Measures the pictures and voice messages of requests: the time until a helper sees one, many at once, and the space
 * they take.
 */
export async function pictures(server: Porchlight, folder: string): Promise<Figure[]> {
  const bytes = await photo();
  const households = Array.from({ length: 400 }, (_, family) => new Household(server, family));
  const seen: number[] = [];
  for (const household of households.slice(0, order.inTurn))
    seen.push(await untilSeen(household, asPicture(bytes)));
  const rush = households.slice(100, 100 + order.atOnce);
  const quiet = await quietHomes(new Household(server, 0));
  const usual = await replyAtOnce(server, rush, asPicture(bytes));
  const largest = await replyAtOnce(server, rush.slice(0, order.largest), asPicture(await largestPhoto()));
  const voices = await replyAtOnce(server, rush, await longestVoiceMessage());
  const [picture, voice] = await Promise.all([
    storedBytes(folder, "help_pictures"),
    storedBytes(folder, "help_voice_messages"),
  ]);
  const name = "a picture from sending until a helper has it";
  return [
    { name: `${name}, p50`, value: milliseconds(seen, 0.5), note: `${Math.round(bytes.length / 1000)} KB` },
    { name: `${name}, p99`, value: milliseconds(seen, 0.99) },
    { name: "home without pictures, p99", value: milliseconds(quiet, 0.99) },
    ...rushFigures(`${order.atOnce} pictures at once`, usual, quiet),
    ...rushFigures(`${order.largest} pictures of 25 megapixels at once`, largest, quiet),
    ...rushFigures(`${order.atOnce} voice messages of a minute at once`, voices, quiet),
    storageFigure("six such pictures", picture * maxPictures, maxPictures * 0.4),
    storageFigure("six such voice messages", voice * maxVoiceMessages, maxVoiceMessages * 0.25),
  ];
}
