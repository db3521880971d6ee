// Families that subscribe to the same calendar share one fetch, as long as they are due at about the same time.
import type { Database } from "#server/platform/db/connect.ts";
import type { World } from "#server/platform/world.ts";
import { type AnswerOf, type FeedAnswer, fetchAnswer } from "./fetched-calendar.ts";
import type { Validators } from "./fetcher.ts";

interface Recent {
  readonly fetchedAt: number;
  readonly known: Validators;
  readonly answer: Promise<FeedAnswer | undefined>;
  characters: number;
}

/** Less than the shortest pause between two fetches of a calendar. */
const keptForMs = 60_000;
const maxCharacters = 8_000_000;

const isSameVersion = (one: Validators, other: Validators): boolean =>
  one.etag === other.etag && one.lastModified === other.lastModified;

/** The latest answers by address, oldest first. */
class RecentAnswers {
  readonly #byAddress = new Map<string, Recent>();
  #characters = 0;

  get(address: string, now: number): Recent | undefined {
    for (const [each, { fetchedAt }] of this.#byAddress) {
      if (now - fetchedAt < keptForMs) break;
      this.#forget(each);
    }
    return this.#byAddress.get(address);
  }

  add(address: string, recent: Recent): void {
    this.#forget(address);
    this.#byAddress.set(address, recent);
    // A failure is shared by everybody, too.
    recent.answer.then(
      (answer) => this.#count(address, recent, answer?.text.length ?? 0),
      () => undefined,
    );
  }

  #count(address: string, recent: Recent, characters: number): void {
    if (this.#byAddress.get(address) !== recent) return;
    recent.characters = characters;
    this.#characters += characters;
    for (const each of this.#byAddress.keys()) {
      if (this.#characters <= maxCharacters) return;
      this.#forget(each);
    }
  }

  #forget(address: string): void {
    this.#characters -= this.#byAddress.get(address)?.characters ?? 0;
    this.#byAddress.delete(address);
  }
}

const recentAnswers = new WeakMap<Database, RecentAnswers>();

/** Answers from what this server fetched in the last minute. Only a fetch waits for its turn. */
export const sharedAnswers =
  ({ database }: World, turn: () => Promise<void>): AnswerOf =>
  async (world, urls, known) => {
    const recent = recentAnswers.getOrInsertComputed(database, () => new RecentAnswers());
    const address = urls.map(({ href }) => href).join(" ");
    const fetchedAt = world.clock.now().getTime();
    const before = recent.get(address, fetchedAt);
    const answer = await before?.answer;
    // "Not modified" is an answer only for those who have the same version.
    if (before && (answer || isSameVersion(before.known, known))) return answer;
    const fetching = turn().then(() => fetchAnswer(world, urls, known));
    recent.add(address, { fetchedAt, known, answer: fetching, characters: 0 });
    return await fetching;
  };
