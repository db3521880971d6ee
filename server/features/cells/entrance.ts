// The entrance: it asks the cells, and keeps nothing about anybody.
import { minuteMs } from "#contract/durations.ts";
import type { CodeAddress } from "#server/features/accounts/code-addresses.ts";
import { Unavailable } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { ask, linkQuestion, type Room, roomQuestion } from "./questions.ts";
import { roomOf } from "./room.ts";
import { sendSignInLink } from "./sign-in-link-kind.ts";

/** The same for everybody, so that it tells nobody who is known. */
export const sentToAll = "If we know this number or address, a link is on its way.";

/** Asks all cells at once, and waits for none of them. */
export function askForLinks(world: World, address: CodeAddress): void {
  const { config, log } = world;
  for (const origin of config.cells.origins) {
    const asked =
      origin === config.publicUrl
        ? sendSignInLink(world, address)
        : ask(world, origin, linkQuestion, address);
    asked.catch((error) =>
      log.warn({ err: error, cell: origin }, "a cell could not be asked for a sign-in link"),
    );
  }
}

interface Cell extends Room {
  readonly origin: string;
}

const signUpAt = (origin: string): string => `${origin}/?signup=phone`;

const share = ({ families, capacity }: Room): number => families / capacity;

/** The cells that take new families, with what each of them has said about its room within the last minute. */
export class Rooms {
  readonly #world: World;
  #askedAt = Number.NEGATIVE_INFINITY;
  #answers: Promise<Cell[]> = Promise.resolve([]);

  constructor(world: World) {
    this.#world = world;
  }

  /** The address of the sign-up in the cell with the smallest share of the families that it was made for. */
  async emptiest(): Promise<string> {
    const { cells, publicUrl } = this.#world.config;
    if (!cells.isEntrance) return signUpAt(publicUrl);
    const now = this.#world.clock.now().getTime();
    if (now - this.#askedAt >= minuteMs) {
      this.#askedAt = now;
      this.#answers = this.#askAll();
    }
    const open = (await this.#answers).filter((cell) => cell.isOpen && share(cell) < 1);
    const [first, ...others] = open;
    if (!first) throw new Unavailable("We can't take new families right now. Please try again later.");
    const chosen = others.reduce((best, cell) => (share(cell) < share(best) ? cell : best), first);
    // Those who come before the cells are asked again are spread, too.
    chosen.families += 1;
    return signUpAt(chosen.origin);
  }

  async #askAll(): Promise<Cell[]> {
    const { origins } = this.#world.config.cells;
    return (await Promise.all(origins.map((origin) => this.#askOne(origin)))).flat();
  }

  /** A cell that does not answer is left out. */
  async #askOne(origin: string): Promise<Cell[]> {
    const world = this.#world;
    try {
      const isOwn = origin === world.config.publicUrl;
      const room = isOwn ? await roomOf(world) : await ask(world, origin, roomQuestion, {});
      return [{ origin, ...room }];
    } catch (error) {
      world.log.warn({ err: error, cell: origin }, "a cell could not be asked for its room");
      return [];
    }
  }
}
