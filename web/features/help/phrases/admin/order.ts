/** Moves one item of a list. Undefined if it would leave the list. */
export function moved<Item>(items: readonly Item[], from: number, by: number): Item[] | undefined {
  const to = from + by;
  const [item] = items.slice(from, from + 1);
  if (item === undefined || to < 0 || to >= items.length) return undefined;
  const others = items.filter((_, place) => place !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Sorts items by a list of ids. Items that it does not name come last. */
export function inOrder<Item extends { id: number }>(items: readonly Item[], ids: readonly number[]): Item[] {
  const place = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...items].sort((one, other) => place(one) - place(other));
}
