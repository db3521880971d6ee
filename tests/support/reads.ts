// Watches or holds the reads of a server that go over the connections for reads.
import { vi } from "vitest";
import type { World } from "#server/platform/world.ts";

type Given = Pick<World, "database">;

/** Records the reads, until it is restored. The `sql` of the first argument of a call is the text of its statement. */
export const spyOnReads = ({ database }: Given) => vi.spyOn(database.reads.getExecutor(), "executeQuery");

/** Makes each reader wait with the answer that it has until `hold` resolves, until it is restored. */
export function holdReads({ database }: Given, hold: (sql: string) => Promise<void>) {
  const executor = database.reads.getExecutor();
  const read = executor.executeQuery.bind(executor);
  const held: typeof executor.executeQuery = async (query, ...options) => {
    const result = await read<never>(query, ...options);
    await hold(query.sql);
    return result;
  };
  return vi.spyOn(executor, "executeQuery").mockImplementation(held);
}
