import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { askForHelp, Connection, helpersOf, read, tokenOf } from "./connection.ts";

/** One person's live connection, as a browser holds it. */
export class Screen {
  readonly person: number;
  onLiveEvent = () => {};
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number, person: number) {
    this.person = person;
    this.#port = port;
  }

  /** Resolves when the server has sent its first line. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
      this.#socket = socket;
      socket.write(
        `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: porchlight_session=${tokenOf(this.person)}\r\n\r\n`,
      );
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("A screen lost its connection.")));
      socket.on("data", (chunk) => {
        if (chunk.includes("retry:")) resolve();
        if (chunk.includes("event: help-requests")) this.onLiveEvent();
      });
    });
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** A family's open screens. */
export class FamilyScreens {
  readonly family: number;
  readonly screens: readonly Screen[];

  constructor(port: number, family: number) {
    this.family = family;
    this.screens = helpersOf(family).map((person) => new Screen(port, person));
  }

  async open(): Promise<void> {
    await Promise.all(this.screens.map((screen) => screen.open()));
  }

  /** Resolves when all screens have been notified of one event from now on. */
  whenAllNotified(): Promise<number> {
    return new Promise((resolve) => {
      let notified = 0;
      for (const screen of this.screens)
        screen.onLiveEvent = () => {
          notified += 1;
          if (notified === this.screens.length) resolve(performance.now());
        };
    });
  }
}

// Disconnects many screens at the same moment and has them reconnect while families ask for help.

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

/** The state of a screen. Like the web app, it reads after each live event and each reconnect. */
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
