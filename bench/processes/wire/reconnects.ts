// Disconnects many screens at the same moment and has them reconnect while families ask for help.
import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "./connection.ts";
import type { FamilyScreens } from "./family-screens.ts";
import { askForHelp, read } from "./requests.ts";
import type { Screen } from "./screen.ts";

export interface ReconnectResult {
  /**
   * The time from losing the connection until it is open again, and until the screen has read what it may
   * have missed.
   */
  readonly connectedMs: readonly number[];
  readonly readMs: readonly number[];
  readonly requests: number;
  /** Screens that in the end don't show every request of their family. */
  readonly missed: number;
}

const countIn = (list: string): number => list.split('"idempotencyKey"').length - 1;

async function requestsSeenBy(port: number, person: number): Promise<number> {
  const connection = new Connection(port);
  const { status, body } = await connection.ask(read("/api/help-requests", person));
  connection.close();
  return status === 200 ? countIn(body) : 0;
}

/** What a screen knows. Like the web app, it reads after each live event and each reconnect. */
class Reader {
  known = 0;
  readonly #port: number;
  readonly #screen: Screen;

  constructor(port: number, screen: Screen) {
    this.#port = port;
    this.#screen = screen;
    screen.onLiveEvent = () => void this.read();
  }

  async read(): Promise<void> {
    this.known = Math.max(this.known, await requestsSeenBy(this.#port, this.#screen.person));
  }

  async reconnect() {
    const lostAt = performance.now();
    this.#screen.close();
    await this.#screen.open();
    const connected = performance.now() - lostAt;
    await this.read();
    return { connected, read: performance.now() - lostAt };
  }
}

async function ask(port: number, families: readonly FamilyScreens[]): Promise<void> {
  const connection = new Connection(port);
  for (const { family } of families) {
    const { status } = await connection.ask(askForHelp(family));
    if (status !== 201) throw new Error(`Asking for help answered ${status}.`);
  }
}

async function missedIn(
  port: number,
  { screens }: FamilyScreens,
  readers: readonly Reader[],
): Promise<number> {
  const all = await requestsSeenBy(port, screens[0]?.person ?? 0);
  return readers.filter(({ known }) => known < all).length;
}

/** Every third family asks for help in the meantime. */
export async function reconnect(port: number, families: readonly FamilyScreens[]): Promise<ReconnectResult> {
  const asking = families.filter((_, place) => place % 3 === 0);
  const readers = families.map(({ screens }) => screens.map((screen) => new Reader(port, screen)));
  const [times] = await Promise.all([
    Promise.all(readers.flat().map((reader) => reader.reconnect())),
    ask(port, asking),
  ]);
  await pause(1_000);
  const missed = await Promise.all(
    families.map((family, place) => missedIn(port, family, readers[place] ?? [])),
  );
  return {
    connectedMs: times.map(({ connected }) => connected),
    readMs: times.map((time) => time.read),
    requests: asking.length,
    missed: missed.reduce((sum, each) => sum + each, 0),
  };
}
