import type { RawBuilder } from "kysely";
import type { Database } from "#server/platform/db/connect.ts";
import type { Row, Schema } from "#server/platform/db/schema.ts";
import type { World } from "#server/platform/world.ts";
import { claimDue, type DueRows, nextDue } from "./due-rows.ts";
import { Pace } from "./pace.ts";

interface Started {
  readonly count: number;
  /** Resolves when everything that was started has finished. It never rejects. */
  readonly finished: Promise<unknown>;
  /** The error of a part that failed, while the rest was started. */
  readonly failure?: unknown;
}

/** Due work that a worker runs. */
export interface Queue {
  readonly name: string;
  /** Claims what is due, as far as there is room, and starts it. */
  startDue(world: World): Promise<Started>;
  /** The earliest time at which something is due. */
  nextDue(world: World): Promise<Date | null>;
}

interface RowQueueOptions<Table extends keyof Schema> {
  readonly name: string;
  readonly rows: DueRows<Table>;
  /** The number of rows that one server processes at the same time. */
  readonly concurrency: number;
  /** How many rows may start per second. */
  readonly perSecond?: (config: World["config"]) => number;
  /** `turn` resolves when an action that is limited by `perSecond` may run. */
  process(world: World, row: Row<Table>, turn: () => Promise<void>): Promise<unknown>;
}

/**
 * Counts what each server in this process is doing at the moment, by lane. Nobody claims more than can be finished
 * within a lease.
 */
export class InFlight {
  readonly #lanes = new WeakMap<Database, Map<string, number>>();

  count({ database }: World, lane: string): number {
    return this.#lanes.get(database)?.get(lane) ?? 0;
  }

  async run<Result>(world: World, lane: string, work: () => Promise<Result>): Promise<Result> {
    this.#add(world, lane, 1);
    try {
      return await work();
    } finally {
      this.#add(world, lane, -1);
    }
  }

  #add(world: World, lane: string, change: number): void {
    const lanes = this.#lanes.getOrInsertComputed(world.database, () => new Map());
    lanes.set(lane, this.count(world, lane) + change);
  }
}

function logFailure<Table extends keyof Schema>(
  { log }: World,
  { name, rows }: Pick<RowQueueOptions<Table>, "name" | "rows">,
  row: Row<Table> | undefined,
  err: unknown,
): void {
  const key = Object.fromEntries(rows.keys.map((column) => [column, row?.[column]]));
  log.error({ err, queue: name, ...key }, "a due row could not be processed");
}

/** A queue of rows that are processed one by one. */
export class RowQueue<Table extends keyof Schema> implements Queue {
  readonly name: string;
  readonly #queue: RowQueueOptions<Table>;
  readonly #inFlight = new InFlight();
  readonly #paces = new WeakMap<Database, Pace>();

  constructor(queue: RowQueueOptions<Table>) {
    this.name = queue.name;
    this.#queue = queue;
  }

  async startDue(world: World, among?: RawBuilder<unknown>): Promise<Started> {
    const { rows, concurrency } = this.#queue;
    const limit = concurrency - this.#inFlight.count(world, this.name);
    if (limit <= 0) return { count: 0, finished: Promise.resolve() };
    const claim = { now: world.clock.now(), limit, among };
    const claimed = await claimDue(world.database.kysely, rows, claim);
    return {
      count: claimed.length,
      finished: Promise.all(
        claimed.map((row) => this.#inFlight.run(world, this.name, () => this.#run(world, row))),
      ),
    };
  }

  nextDue({ database }: World): Promise<Date | null> {
    return nextDue(database.kysely, this.#queue.rows);
  }

  /** An unexpected failure of one row does not block the rest. Its lease ends, and it is tried again. */
  async #run(world: World, row: Row<Table>): Promise<void> {
    const { name, rows, perSecond, process } = this.#queue;
    try {
      await process(world, row, async () => {
        if (perSecond) await this.#pace(world).turn(perSecond(world.config));
      });
    } catch (err) {
      logFailure(world, { name, rows }, row, err);
    }
  }

  #pace({ database }: World): Pace {
    return this.#paces.getOrInsertComputed(database, () => new Pace());
  }
}

interface BatchQueueOptions<Table extends keyof Schema>
  extends Pick<RowQueueOptions<Table>, "name" | "rows"> {
  /** A worker takes at most five batches a second, so this also limits how much a server does per second. */
  readonly batchSize: number;
  process(world: World, rows: readonly Row<Table>[]): Promise<unknown>;
}

/** A queue of rows that are processed together, one batch after the other. */
export class BatchQueue<Table extends keyof Schema> implements Queue {
  readonly name: string;
  readonly #queue: BatchQueueOptions<Table>;
  readonly #inFlight = new InFlight();

  constructor(queue: BatchQueueOptions<Table>) {
    this.name = queue.name;
    this.#queue = queue;
  }

  async startDue(world: World): Promise<Started> {
    if (this.#inFlight.count(world, this.name) > 0) return { count: 0, finished: Promise.resolve() };
    const { rows, batchSize } = this.#queue;
    const claim = { now: world.clock.now(), limit: batchSize };
    const claimed = await claimDue(world.database.kysely, rows, claim);
    return {
      count: claimed.length,
      finished: this.#inFlight.run(world, this.name, () => this.#run(world, claimed)),
    };
  }

  nextDue({ database }: World): Promise<Date | null> {
    return nextDue(database.kysely, this.#queue.rows);
  }

  /** When a batch fails, its rows are tried one by one, so that one of them does not block the rest. */
  async #run(world: World, claimed: readonly Row<Table>[]): Promise<void> {
    const { name, rows, process } = this.#queue;
    if (claimed.length === 0) return;
    try {
      await process(world, claimed);
    } catch (err) {
      if (claimed.length === 1) logFailure(world, { name, rows }, claimed[0], err);
      else for (const row of claimed) await this.#run(world, [row]);
    }
  }
}

/** Runs until nothing is due. */
export async function runDue(world: World, queue: Pick<Queue, "startDue">): Promise<void> {
  for (;;) {
    const { count, finished, failure } = await queue.startDue(world);
    await finished;
    if (failure !== undefined) throw failure;
    if (count === 0) return;
  }
}

/** Due work that is finished within a pass, so that later queues of the pass find what it has added to them. */
export interface ImmediateWork extends Pick<Queue, "nextDue"> {
  /** Returns the number of rows. */
  finishDue(world: World): Promise<number>;
}

/**
 * One queue that finishes some work in each pass before it starts what is due in other queues, in this order. They
 * start even if that work fails.
 */
export const finishThenStart = (name: string, finish: ImmediateWork, start: readonly Queue[]): Queue => ({
  name,
  async startDue(world) {
    const [done] = await Promise.allSettled([finish.finishDue(world)]);
    let count = done.status === "fulfilled" ? done.value : 0;
    const finished: Promise<unknown>[] = [];
    for (const queue of start) {
      const started = await queue.startDue(world);
      count += started.count;
      finished.push(started.finished);
    }
    const failure: unknown = done.status === "rejected" ? done.reason : undefined;
    return { count, finished: Promise.all(finished), failure };
  },
  async nextDue(world) {
    const times = await Promise.all([finish, ...start].map((work) => work.nextDue(world)));
    const [first] = times.filter((at) => at !== null).sort((one, other) => one.getTime() - other.getTime());
    return first ?? null;
  },
});
