import { Client } from "pg";
import { vi } from "vitest";

/** The SQL that this process sends while something happens, without the beginning and the end of transactions. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const queries = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    const sent: readonly unknown[] = queries.mock.calls.map(([statement]) => statement);
    return sent.map(String).filter((statement) => !/^(begin|commit)/i.test(statement));
  } finally {
    queries.mockRestore();
  }
}
