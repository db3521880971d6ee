import type { ServerResponse } from "node:http";
import { heartbeat, type LiveEvent } from "#contract/live-events.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { LiveHistory } from "./history.ts";
import type { LiveMessage } from "./publish.ts";

export interface Connection {
  readonly sessionId: number;
  readonly personId: number;
  readonly familyId: number;
  readonly ip: string;
  readonly stream: ServerResponse;
}

type Group = Set<Connection>;
type Groups<Key> = Map<Key, Group>;

/** Bytes buffered for a slow reader. Above this it is disconnected; it reconnects and reads everything again. */
const maxBufferedBytes = 64 * 1024;

const encode = (events: readonly (LiveEvent | typeof heartbeat)[]): Buffer =>
  Buffer.from(events.map((event) => `event: ${event}\ndata:\n\n`).join(""));

const encodedHeartbeat = encode([heartbeat]);

function join<Key>(groups: Groups<Key>, key: Key, connection: Connection): void {
  groups.getOrInsertComputed(key, () => new Set()).add(connection);
}

function leave<Key>(groups: Groups<Key>, key: Key, connection: Connection): void {
  const group = groups.get(key);
  group?.delete(connection);
  if (group?.size === 0) groups.delete(key);
}

/** A message is encoded once for all its recipients. */
function send(group: Iterable<Connection>, bytes: Buffer): void {
  for (const { stream } of group) {
    stream.write(bytes);
    if (stream.writableLength > maxBufferedBytes) stream.destroy();
  }
}

/** The open connections of this process, each group in order of arrival. */
export class Connections {
  readonly #limits: Limits;
  readonly #history: LiveHistory;
  readonly #all: Group = new Set();
  readonly #byFamily: Groups<number> = new Map();
  readonly #bySession: Groups<number> = new Map();
  readonly #byPerson: Groups<number> = new Map();
  readonly #byIp: Groups<string> = new Map();

  constructor(limits: Limits, history: LiveHistory) {
    this.#limits = limits;
    this.#history = history;
  }

  /** The caller was proven after `proven`. `since` is what the screen gave as the position of its first read. */
  add(connection: Connection, proven: string, since: string | undefined): void {
    const { familyId, sessionId, personId, ip, stream } = connection;
    this.#makeRoom(this.#bySession.get(sessionId), this.#limits.livePerDevice);
    this.#makeRoom(this.#byPerson.get(personId), this.#limits.livePerPerson);
    this.#makeRoom(this.#byIp.get(ip), this.#limits.livePerIp);
    this.#makeRoom(this.#all, this.#limits.livePerProcess);
    this.#all.add(connection);
    join(this.#byFamily, familyId, connection);
    join(this.#bySession, sessionId, connection);
    join(this.#byPerson, personId, connection);
    join(this.#byIp, ip, connection);
    stream.once("close", () => this.#remove(connection));
    // This runs in the same turn, so that each name is either sent here or delivered from now on.
    if (since !== undefined) send([connection], encode(this.#history.namesSince(since, connection)));
    if (this.#history.hasSessionEndedSince(proven, sessionId)) this.#dismiss(connection);
  }

  get size(): number {
    return this.#all.size;
  }

  deliver(message: LiveMessage): void {
    this.#history.record(message);
    if ("endedSessionIds" in message) {
      for (const id of message.endedSessionIds) this.#end(this.#bySession.get(id));
      return;
    }
    const group =
      "familyId" in message ? this.#byFamily.get(message.familyId) : this.#byPerson.get(message.personId);
    if (group) send(group, encode(message.events));
  }

  /** Some messages may have been missed. */
  recoverFromGap(): void {
    this.#history.restart();
    send(this.#all, encode(["everything"]));
  }

  /** Writes to one of `shares` parts at a time, so that no tick has to write to every connection. */
  beat(tick: number, shares: number): void {
    send(
      this.#all.values().filter(({ sessionId }) => sessionId % shares === tick % shares),
      encodedHeartbeat,
    );
  }

  endAll(): void {
    this.#end(this.#all);
  }

  #end(group: Group | undefined): void {
    for (const connection of group ?? []) this.#dismiss(connection);
  }

  /** Closes the oldest connection and says so. Otherwise it would reconnect and push out the next one. */
  #makeRoom(group: Group | undefined, max: number): void {
    for (const oldest of group ?? []) {
      if (group && group.size < max) return;
      send([oldest], encode(["superseded"]));
      this.#dismiss(oldest);
    }
  }

  #dismiss(connection: Connection): void {
    this.#remove(connection);
    connection.stream.end();
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection);
    leave(this.#byFamily, connection.familyId, connection);
    leave(this.#bySession, connection.sessionId, connection);
    leave(this.#byPerson, connection.personId, connection);
    leave(this.#byIp, connection.ip, connection);
  }
}
