import sharp from "sharp";
import { maxPictures, maxVoiceMessages } from "#contract/help/reply-limits.ts";
import { recording } from "#tests/support/recordings.ts";
import { type Figure, megabytes, milliseconds } from "../figures.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import { residentOf, watchPeak } from "../processes/usage.ts";
import { Household, type Upload } from "./household.ts";

const order = { inTurn: 60, atOnce: 100, largest: 10 };

/** Blurred noise is about as hard to compress as a photo. */
export const photo = (width = 1_600, height = 1_200): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .blur(width / 1_600)
    .jpeg({ quality: 80 })
    .toBuffer();

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

/** Returns how long somebody else's home takes to load while the work is done. */
async function homesDuring(household: Household, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const start = performance.now();
    await household.readHome();
    times.push(performance.now() - start);
  }
  await end;
  return times;
}

/** The baseline, because a busy machine slows this down as well. */
async function quietHomes(household: Household): Promise<number[]> {
  const enough = new Promise((resolve) => setTimeout(resolve, 3_000));
  return await homesDuring(household, enough);
}

interface Rush {
  readonly seconds: number;
  readonly homes: readonly number[];
  readonly before: number;
  readonly peak: number;
}

async function sendAtOnce(
  server: Porchlight,
  households: readonly Household[],
  upload: Upload,
): Promise<Rush> {
  const ids = await Promise.all(households.map((household) => household.askForHelp()));
  const resident = () => residentOf(server.child.pid ?? 0);
  const before = resident();
  const watch = watchPeak(resident);
  const start = performance.now();
  const all = Promise.all(households.map((household, place) => household.send(ids[place] ?? 0, upload)));
  const homes = await homesDuring(new Household(server, 0), all);
  return { seconds: (performance.now() - start) / 1000, homes, before, peak: watch.stop() };
}

const rushFigures = (name: string, { seconds, homes, before, peak }: Rush): Figure[] => [
  { name: `${name}, until all are stored`, value: `${seconds.toFixed(1)} s` },
  { name: "home of somebody else meanwhile, p99", value: milliseconds(homes, 0.99), goal: "200 ms" },
  { name: "the server's RSS meanwhile", value: megabytes(peak), note: `${megabytes(before)} before` },
];

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
  const usual = await sendAtOnce(server, rush, asPicture(bytes));
  const largest = await sendAtOnce(server, rush.slice(0, order.largest), asPicture(await largestPhoto()));
  const voices = await sendAtOnce(server, rush, await longestVoiceMessage());
  const [picture, voice] = await Promise.all([
    storedBytes(folder, "help_pictures"),
    storedBytes(folder, "help_voice_messages"),
  ]);
  const name = "a picture from sending until a helper has it";
  return [
    { name: `${name}, p50`, value: milliseconds(seen, 0.5), note: `${Math.round(bytes.length / 1000)} KB` },
    { name: `${name}, p99`, value: milliseconds(seen, 0.99) },
    { name: "home without pictures, p99", value: milliseconds(quiet, 0.99) },
    ...rushFigures(`${order.atOnce} pictures at once`, usual),
    ...rushFigures(`${order.largest} pictures of 25 megapixels at once`, largest),
    ...rushFigures(`${order.atOnce} voice messages of a minute at once`, voices),
    storageFigure("six such pictures", picture * maxPictures, maxPictures * 0.4),
    storageFigure("six such voice messages", voice * maxVoiceMessages, maxVoiceMessages * 0.25),
  ];
}
