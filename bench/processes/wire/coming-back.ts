// Screens that lose their connection at the same moment and come back, while help is asked for.
import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "./connection.ts";
import type { Household } from "./household.ts";
import { askForHelp, read } from "./requests.ts";
import type { Screen } from "./screen.ts";

export interface CameBack {
  /** From the loss of the connection until the server has greeted it again, and until it has read what it may have missed. */
  readonly greetedMs: readonly number[];
  readonly readMs: readonly number[];
  readonly requests: number;
  /** Screens that in the end do not know of every request of their family. */
  readonly missed: number;
}

const countIn = (list: string): number => list.split('"idempotencyKey"').length - 1;

async function requestsSeenBy(port: number, person: number): Promise<number> {
  const connection = new Connection(port);
  const { status, body } = await connection.ask(read("/api/help-requests", person));
  connection.close();
  return status === 200 ? countIn(body) : 0;
}

/** What a screen knows: it reads at each piece of news and each greeting, as the web app does. */
class Reader {
  known = 0;
  readonly #port: number;
  readonly #screen: Screen;

  constructor(port: number, screen: Screen) {
    this.#port = port;
    this.#screen = screen;
    screen.onNews = () => void this.read();
  }

  async read(): Promise<void> {
    this.known = Math.max(this.known, await requestsSeenBy(this.#port, this.#screen.person));
  }

  async comeBack() {
    const lostAt = performance.now();
    this.#screen.close();
    await this.#screen.open();
    const greeted = performance.now() - lostAt;
    await this.read();
    return { greeted, read: performance.now() - lostAt };
  }
}

async function ask(port: number, households: readonly Household[]): Promise<void> {
  const connection = new Connection(port);
  for (const { family } of households) {
    const { status } = await connection.ask(askForHelp(family));
    if (status !== 201) throw new Error(`Asking for help answered ${status}.`);
  }
}

async function missedIn(port: number, { screens }: Household, readers: readonly Reader[]): Promise<number> {
  const all = await requestsSeenBy(port, screens[0]?.person ?? 0);
  return readers.filter(({ known }) => known < all).length;
}

/** Every third family asks for help meanwhile. */
export async function comeBack(port: number, households: readonly Household[]): Promise<CameBack> {
  const asking = households.filter((_, place) => place % 3 === 0);
  const readers = households.map(({ screens }) => screens.map((screen) => new Reader(port, screen)));
  const [times] = await Promise.all([
    Promise.all(readers.flat().map((reader) => reader.comeBack())),
    ask(port, asking),
  ]);
  await pause(1_000);
  const missed = await Promise.all(
    households.map((household, place) => missedIn(port, household, readers[place] ?? [])),
  );
  return {
    greetedMs: times.map(({ greeted }) => greeted),
    readMs: times.map((time) => time.read),
    requests: asking.length,
    missed: missed.reduce((sum, each) => sum + each, 0),
  };
}
