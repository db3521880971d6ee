import { type ComponentType, lazy } from "react";

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** A component by its name from a file that is fetched when it is first shown. */
export const lazyNamed = <Name extends string>(load: Load<Name>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const online = () => new Promise((resolve) => addEventListener("online", resolve, { once: true }));

/** The same for what a page can do without: nothing stands there until there is a connection to fetch it. */
export function lazyExtra<Name extends string>(load: Load<Name>, name: Name) {
  const fetched: Load<Name> = () => load().catch(() => online().then(fetched));
  return lazyNamed(fetched, name);
}
