/** Moves one item of a list. Undefined if it would leave the list. */
export function moved<Item>(items: readonly Item[], from: number, by: number): Item[] | undefined {
  const to = from + by;
  const [item] = items.slice(from, from + 1);
  if (item === undefined || to < 0 || to >= items.length) return undefined;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Sorts items by a list of ids. Items that it does not name come last. */
export function inOrder<Item extends { id: number }>(items: readonly Item[], ids: readonly number[]): Item[] {
  const place = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => place(one) - place(other));
}
