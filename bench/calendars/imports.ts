import { type Figure, megabytes } from "../figures.ts";
import type { Porchlight } from "../processes/porchlight.ts";
import { commandOf, residentOf, watchPeak, withChildren } from "../processes/usage.ts";
import { subscribe, withFeedServer } from "./subscribing.ts";

const largestParserOf = (pid: number): number =>
  Math.max(
    0,
    ...withChildren(pid)
      .filter((child) => commandOf(child).includes("parser/main.ts"))
      .map(residentOf),
  );

/** One calendar may have 5,000 events, so two families subscribe to one each, at the same time. */
export async function imports(server: Porchlight): Promise<Figure[]> {
  const pid = server.child.pid ?? 0;
  const before = residentOf(pid);
  return await withFeedServer({ events: 5_000 }, async (port) => {
    const memory = watchPeak(() => residentOf(pid));
    const parsers = watchPeak(() => largestParserOf(pid));
    const startedAt = performance.now();
    await Promise.all(
      [2, 9].map((person) => subscribe(server, person, `http://127.0.0.1:${port}/${person}.ics`)),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    return [
      {
        name: "10,000 events imported",
        value: `${seconds.toFixed(2)} s`,
        note: "two calendars of 5,000, imported at the same time",
      },
      {
        ...{ name: "the server's peak memory during the import", value: megabytes(memory.stop()) },
        note: `RSS, ${megabytes(before)} before; the largest parser ${megabytes(parsers.stop())}`,
      },
    ];
  });
}
