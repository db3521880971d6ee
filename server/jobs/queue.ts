// The job queue: pg-boss in a schema of its own, on connections of its own.
import type { Db as BossDatabase, PgBoss } from "pg-boss";
import type { Database } from "../db/connect.ts";
import type { World } from "../world.ts";

const hour = 60 * 60;

/** Nothing is looked for that nobody asked for: a notice wakes the workers, looking now and then is for lost notices. */
const settings = {
  ...{ schedule: false, useListenNotify: true, reindex: false, monitorVacuum: false },
  ...{ superviseIntervalSeconds: 60, monitorIntervalSeconds: 60, queueCacheIntervalSeconds: 10 * 60 },
  ...{ maintenanceIntervalSeconds: hour, flowIntervalSeconds: 10 * 60, bamIntervalSeconds: 10 * 60 },
};

function connectionsOf({ jobs, listen }: Database): BossDatabase {
  return {
    executeSql: (text, values) => jobs.query(text, values),
    async listen(channel, onMessage, onReconnect) {
      let isOpen = true;
      await listen(
        channel,
        (payload) => isOpen && onMessage(payload),
        () => isOpen && onReconnect(),
      );
      return {
        async close() {
          isOpen = false;
        },
      };
    },
  };
}

/** Takes a tenth of a second, so not before the server listens. */
export async function openQueue({ database, log }: Pick<World, "database" | "log">): Promise<PgBoss> {
  const { PgBoss } = await import("pg-boss");
  const queue = new PgBoss({ ...settings, db: connectionsOf(database) });
  queue.on("error", (err) => log.error({ err }, "the job queue failed"));
  queue.on("warning", ({ message }) => log.warn({ reason: message }, "the job queue warns"));
  return await queue.start();
}
