import pLimit from "p-limit";

/** How many are taken in one go. */
export const mostAtOnce = 50;

interface Round<Due> {
  /** At most `mostAtOnce` of those that are due, each by one server. */
  take: () => Promise<Due[]>;
  act: (due: Due) => Promise<unknown>;
  failed: (err: unknown, due: Due) => void;
}

/** Until nothing is due. One that fails for a reason of ours does not keep the others from their turn. */
export async function doAllDue<Due>(lanes: number, { take, act, failed }: Round<Due>): Promise<void> {
  const lane = pLimit(lanes);
  for (;;) {
    const due = await take();
    await Promise.all(due.map((one) => lane(() => act(one)).catch((err) => failed(err, one))));
    if (due.length < mostAtOnce) return;
  }
}
