import { randomBytes } from "node:crypto";
import type { LiveEvent } from "#contract/live-events.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Audience } from "#server/platform/http/kept-answers.ts";
import type { LiveMessage } from "./publish.ts";

/** The header that tells a screen from which position on it has to hear changes. */
export const livePositionHeader = "live-position";

type Name = LiveEvent | "ended";

// Enough for several seconds of a very busy server, in about three megabytes.
const maxAudiences = 10_000;

/** The audiences that a message is for. */
export function audiencesOf(message: LiveMessage): Audience[] {
  if ("endedSessionIds" in message) return message.endedSessionIds.map((id) => `session ${id}` as const);
  return ["familyId" in message ? `family ${message.familyId}` : `person ${message.personId}`];
}

/**
 * The names that this process heard recently, so that a screen that read something before its live connection was
 * open hears what it missed. A position is a moment of this process. It has to be taken before the read: anything
 * committed after that is also heard after it.
 */
export class LiveHistory {
  readonly #max: number;
  /** The last time that each name was heard. The audience that heard something most recently comes last. */
  readonly #audiences = new Map<Audience, Map<Name, number>>();
  #process = "";
  #forgottenUntil = 0;

  constructor(max = maxAudiences) {
    this.#max = max;
    this.restart();
  }

  get position(): string {
    return `${this.#process}.${this.#now()}`;
  }

  record(message: LiveMessage): void {
    const names = "endedSessionIds" in message ? (["ended"] as const) : message.events;
    for (const audience of audiencesOf(message)) this.#record(audience, names);
  }

  /** After a gap, no earlier position is known. */
  restart(): void {
    this.#process = randomBytes(6).toString("base64url");
    this.#audiences.clear();
    this.#forgottenUntil = 0;
  }

  /** The names since a position, or `everything` if they are not known. */
  namesSince(
    position: string,
    { familyId, personId }: { readonly familyId: number; readonly personId: number },
  ): LiveEvent[] {
    const at = this.#timeOf(position);
    if (at === undefined) return ["everything"];
    const names = [...this.#since(at, `family ${familyId}`), ...this.#since(at, `person ${personId}`)];
    return [...new Set(names)].filter((name) => name !== "ended");
  }

  /** Also returns false when it is unknown. */
  hasSessionEndedSince(position: string, sessionId: number): boolean {
    return this.#since(this.#timeOf(position) ?? Number.POSITIVE_INFINITY, `session ${sessionId}`).length > 0;
  }

  #now(): number {
    return Math.floor(performance.now());
  }

  #timeOf(position: string): number | undefined {
    const [process, time] = position.split(".");
    const at = Number(time);
    return process === this.#process && at > this.#forgottenUntil ? at : undefined;
  }

  /** Anything heard in the same millisecond may have come later. */
  #since(at: number, audience: Audience): Name[] {
    const names = this.#audiences.get(audience) ?? [];
    return [...names].filter(([, heardAt]) => heardAt >= at).map(([name]) => name);
  }

  #record(audience: Audience, names: readonly Name[]): void {
    const heard = this.#audiences.get(audience) ?? new Map<Name, number>();
    const now = this.#now();
    for (const name of names) heard.set(name, now);
    this.#audiences.delete(audience);
    this.#audiences.set(audience, heard);
    if (this.#audiences.size > this.#max) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const [audience, heard] of this.#audiences) {
      this.#forgottenUntil = Math.max(...heard.values());
      this.#audiences.delete(audience);
      return;
    }
  }
}

const histories = new WeakMap<Database, LiveHistory>();

export const liveHistoryOf = (database: Database): LiveHistory =>
  histories.getOrInsertComputed(database, () => new LiveHistory());
