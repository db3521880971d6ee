/** Items that arrive while `act` is running form its next batch. When a batch fails, its items are retried one by one. */
export function inBatches<Item>(act: (items: readonly Item[]) => Promise<unknown>) {
  let waiting: Item[] = [];
  let next: Promise<unknown> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  const turn = async () => {
    const items = waiting;
    waiting = [];
    next = undefined;
    return await act(items);
  };
  return (item: Item): Promise<unknown> => {
    waiting.push(item);
    if (!next) {
      next = current.then(turn, turn);
      current = next;
    }
    return next.catch(() => act([item]));
  };
}
