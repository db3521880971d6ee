import pLimit from "p-limit";

/** Rows that are claimed at once. */
export const maxBatch = 50;

interface DueRows<Due> {
  /** At most `maxBatch` of those that are due, each by one server. */
  claim: () => Promise<Due[]>;
  process: (due: Due) => Promise<unknown>;
  onError: (err: unknown, due: Due) => void;
}

/** Runs until nothing is due. An unexpected failure of one row does not block the rest. */
export async function processAllDue<Due>(
  concurrency: number,
  { claim, process, onError }: DueRows<Due>,
): Promise<void> {
  const limit = pLimit(concurrency);
  for (;;) {
    const due = await claim();
    await Promise.all(due.map((one) => limit(() => process(one)).catch((err) => onError(err, one))));
    if (due.length < maxBatch) return;
  }
}
