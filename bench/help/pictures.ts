import sharp from "sharp";
import { recording } from "#tests/support/recordings.ts";
import { type Figure, megabytes, milliseconds } from "../figures.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import { residentOf, watchPeak } from "../processes/usage.ts";
import { grandmotherOf, helpersOf, tokenOf } from "../processes/wire/connection.ts";

const order = { inTurn: 60, atOnce: 100, largest: 10 };

/** Blurred noise is about as hard to compress as a photo. */
const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 1_600, height: 1_200, channels: 3, background: "#808080" },
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .blur(1)
    .jpeg({ quality: 80 })
    .toBuffer();

/** The largest number of pixels that is accepted, in a file of a few kilobytes. */
const largestPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: "#808080" } })
    .webp()
    .toBuffer();

interface Upload {
  readonly path: "pictures" | "voice-messages";
  readonly type: string;
  readonly bytes: Uint8Array;
}

const asPicture = (bytes: Buffer): Upload => ({ path: "pictures", type: "image/jpeg", bytes });

/** A recording of one minute, in the format that devices send. */
async function longestVoiceMessage(): Promise<Upload> {
  const bytes = new Uint8Array(await recording(60).arrayBuffer());
  return { path: "voice-messages", type: "audio/wav", bytes };
}

class Household {
  readonly #origin: string;
  readonly #rose: string;
  readonly #anna: string;

  constructor({ port }: Porchlight, family: number) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.#rose = tokenOf(grandmotherOf(family));
    this.#anna = tokenOf(helpersOf(family)[0] ?? 0);
  }

  async #ask(token: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(this.#origin + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async askForHelp(): Promise<number> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ text: "My TV is blue." });
    const asked = await this.#ask(this.#rose, "/api/help-requests", { method: "POST", headers, body });
    return (await asked.json()).id;
  }

  async send(id: number, { path, type, bytes }: Upload): Promise<void> {
    const headers = { "idempotency-key": "bench", "content-type": type };
    const body = new Uint8Array(bytes);
    const init = { method: "POST", headers, body };
    await (await this.#ask(this.#rose, `/api/help-requests/${id}/${path}`, init)).json();
  }

  /** Opens the helper's live connection. `heard` resolves when it carries the name of a new reply. */
  async listen(): Promise<{ heard: Promise<void> }> {
    const leaving = new AbortController();
    const { body } = await this.#ask(this.#anna, "/api/live", { signal: leaving.signal });
    const hear = async () => {
      let received = "";
      for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        received += part;
        if (received.includes("event: help-replies")) break;
      }
    };
    return { heard: hear().finally(() => leaving.abort()) };
  }

  /** Reads the thread and its newest picture, as the helper's screen does. */
  async see(id: number): Promise<void> {
    const replies = await (await this.#ask(this.#anna, `/api/help-requests/${id}/replies`)).json();
    const picture = await this.#ask(this.#anna, `/api/help-pictures/${replies.at(-1).picture.id}`);
    await picture.arrayBuffer();
  }

  async readHome(): Promise<void> {
    await (await this.#ask(this.#anna, "/api/home")).json();
  }
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
  { name: "home of somebody else meanwhile, p99", value: milliseconds(homes, 0.99), aim: "200 ms" },
  { name: "the server's RSS meanwhile", value: megabytes(peak), note: `${megabytes(before)} before` },
];

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
  const { rows } = await withDatabase(folder, (client) =>
    client.query("select avg(octet_length(bytes))::integer as bytes from help_picture_bytes"),
  );
  const name = "a picture from sending until a helper has it";
  return [
    { name: `${name}, p50`, value: milliseconds(seen, 0.5), note: `${Math.round(bytes.length / 1000)} KB` },
    { name: `${name}, p99`, value: milliseconds(seen, 0.99) },
    { name: "home without pictures, p99", value: milliseconds(quiet, 0.99) },
    ...rushFigures(`${order.atOnce} pictures at once`, usual),
    ...rushFigures(`${order.largest} pictures of 25 megapixels at once`, largest),
    ...rushFigures(`${order.atOnce} voice messages of a minute at once`, voices),
    {
      name: "storage of a request with six such pictures",
      value: `${((rows[0].bytes * 6) / 1_000_000).toFixed(1)} MB`,
      aim: "2.4 MB",
    },
  ];
}
