import { type ComponentType, lazy } from "react";

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** A component by its name from a file that is fetched when it is first shown. */
export const lazyNamed = <Name extends string>(load: Load<Name>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

// A browser says that it is online before the network works.
const pause = 5_000;

const later = () =>
  new Promise((resolve) => {
    const isOver = AbortSignal.timeout(pause);
    isOver.addEventListener("abort", resolve);
    addEventListener("online", resolve, { once: true, signal: isOver });
  });

/** What a file brings, as soon as there is a connection to fetch it. */
export async function untilFetched<T>(load: () => Promise<T>, onFailure?: () => void): Promise<T> {
  try {
    return await load();
  } catch {
    onFailure?.();
    await later();
    return untilFetched(load);
  }
}

/** The same for what a page can do without: nothing stands there until there is a connection to fetch it. */
export const lazyExtra = <Name extends string>(load: Load<Name>, name: Name) =>
  lazyNamed(() => untilFetched(load), name);
