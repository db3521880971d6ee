/** Whatever comes while `act` is at it goes on together, as its next turn. One that it cannot do takes no other with it. */
export function together<Item>(act: (items: readonly Item[]) => Promise<unknown>) {
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
