import type { Database } from "#server/platform/db/connect.ts";
import type { World } from "#server/platform/world.ts";
import type { SessionRow } from "./session.ts";

/**
 * The families, people and sessions that are notified when something changes. An answer ends when one of them is
 * notified of anything.
 */
export type Audience = `family ${number}` | `person ${number}` | `session ${number}`;

/** An answer as it was sent, with the session that it was sent to. */
export interface KeptAnswer {
  readonly session: SessionRow;
  readonly body: Buffer;
  readonly familyId: number;
  /** All audiences whose changes the answer shows. */
  readonly audiences: readonly Audience[];
  /** The time at which it was read, and the time at which the clock alone changes it. */
  readonly from: number;
  readonly until: number;
}

const maxBytesOfFamily = 512 * 1024;
// Enough for several seconds of a very busy server.
const maxAudiences = 10_000;

/**
 * The answers in the memory of this process. Each one is dropped with the first change to what it shows. So an answer
 * that is still here once everything committed has been heard is what the database would say.
 */
export class KeptAnswers {
  readonly #database: Pick<Database, "catchUp">;
  readonly #maxBytes: number;
  /** The answer that was used last comes last. */
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #keys = new Map<Audience, Set<string>>();
  #bytes = 0;
  /** Counts the changes that were heard. */
  #version = 1;
  /** The version at which each audience was last notified, the most recent one last. */
  readonly #notifiedAt = new Map<Audience, number>();
  #forgottenUntil = 0;
  hits = 0;
  misses = 0;

  constructor(database: Pick<Database, "catchUp">, maxBytes: number) {
    this.#database = database;
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Take it before anything is read for an answer that is to be kept, and before the caller is proven. */
  get version(): number {
    return this.#version;
  }

  /** Returns an answer that shows everything that was committed before the call, or undefined. */
  async find(key: string, time: number): Promise<KeptAnswer | undefined> {
    const isHeard = this.#answers.has(key) && (await this.#hearAll());
    const answer = isHeard ? this.#answers.get(key) : undefined;
    if (!answer || time < answer.from || time >= answer.until) {
      this.misses += 1;
      return undefined;
    }
    this.hits += 1;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Keeps an answer that was read after `version`, unless something it shows has changed since. */
  keep(key: string, version: number, answer: KeptAnswer): void {
    const { audiences, from, until, body } = answer;
    if (until <= from || body.length > maxBytesOfFamily || this.#wasNotifiedSince(version, audiences)) return;
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#bytes += body.length;
    for (const audience of audiences) this.#keys.getOrInsertComputed(audience, () => new Set()).add(key);
    this.#makeRoom(answer);
  }

  /** Drops the answers of people, families or sessions that are being notified of a change. */
  drop(audiences: readonly Audience[]): void {
    this.#version += 1;
    for (const audience of audiences) {
      this.#notifiedAt.delete(audience);
      this.#notifiedAt.set(audience, this.#version);
      for (const key of this.#keys.get(audience) ?? []) this.#drop(key);
    }
    while (this.#notifiedAt.size > maxAudiences) this.#forgetOldest();
  }

  /** Drops all answers, because some changes may not have been heard. */
  dropAll(): void {
    this.#version += 1;
    this.#forgottenUntil = this.#version;
    for (const key of this.#answers.keys()) this.#drop(key);
  }

  #hearAll(): Promise<boolean> {
    return this.#database.catchUp().then(
      () => true,
      () => false,
    );
  }

  #wasNotifiedSince(version: number, audiences: readonly Audience[]): boolean {
    if (version < this.#forgottenUntil) return true;
    return audiences.some((audience) => (this.#notifiedAt.get(audience) ?? 0) > version);
  }

  #forgetOldest(): void {
    for (const [audience, version] of this.#notifiedAt) {
      this.#forgottenUntil = version;
      this.#notifiedAt.delete(audience);
      return;
    }
  }

  #makeRoom({ familyId }: KeptAnswer): void {
    const ofFamily = this.#keys.get(`family ${familyId}`) ?? [];
    const sizes = [...ofFamily].map((key) => this.#answers.get(key)?.body.length ?? 0);
    let excess = sizes.reduce((sum, size) => sum + size, 0) - maxBytesOfFamily;
    for (const key of ofFamily) {
      if (excess <= 0) break;
      excess -= this.#answers.get(key)?.body.length ?? 0;
      this.#drop(key);
    }
    for (const key of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    const answer = this.#answers.get(key);
    if (!answer) return;
    this.#answers.delete(key);
    this.#bytes -= answer.body.length;
    for (const audience of answer.audiences) {
      const keys = this.#keys.get(audience);
      keys?.delete(key);
      if (keys?.size === 0) this.#keys.delete(audience);
    }
  }
}

const ofDatabases = new WeakMap<Database, KeptAnswers>();

export const keptAnswersOf = ({ database, config }: Pick<World, "database" | "config">): KeptAnswers =>
  ofDatabases.getOrInsertComputed(
    database,
    () => new KeptAnswers(database, config.limits.keptAnswerMegabytes * 1024 * 1024),
  );
