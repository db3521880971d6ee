// The two ways to fetch code when it is needed: `lazyPage` for pages and tabs, `lazyPart` for parts of a page.
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { Failed, notLoaded } from "#web/ui/state/loaded.tsx";
import { Loading } from "#web/ui/state/loading.tsx";

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

/** A page or a tab. Suspense covers the time until it is there, and the page's boundary covers a failure. */
export const lazyPage = <Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

// A browser says that it is online before the network works.
const pauseMs = 5_000;

const pause = () =>
  new Promise((resolve) => {
    const isOver = AbortSignal.timeout(pauseMs);
    isOver.addEventListener("abort", resolve);
    addEventListener("online", resolve, { once: true, signal: isOver });
  });

/** Tries again until there is a connection to fetch the file. */
export async function untilFetched<Module>(
  load: () => Promise<Module>,
  onFailure?: () => void,
): Promise<Module> {
  try {
    return await load();
  } catch {
    onFailure?.();
    await pause();
    return untilFetched(load);
  }
}

interface PartOptions {
  /**
   * The name of the part in the message that it cannot be loaded, such as "today's puzzle". A part without a name fails
   * silently.
   */
  title?: string;
  /** Keeps the place of the part. Without it, nothing is there until the part has come. */
  skeleton?: ReactNode;
}

const reload = () => location.reload();

/** A part of a page in a file of its own, so that the page comes sooner. React's Suspense would add a pause of 300 ms. */
export function lazyPart<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
  { title, skeleton }: PartOptions = {},
): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [{ Part, hasFailed }, show] = useState({ Part: fetched, hasFailed: false });
    useEffect(() => {
      if (fetched) return;
      let isShown = true;
      const fail = () => isShown && show({ Part: undefined, hasFailed: true });
      void untilFetched(load, fail).then((module) => {
        fetched = module[name];
        if (isShown) show({ Part: fetched, hasFailed: false });
      });
      return () => {
        isShown = false;
      };
    }, []);
    if (Part) return <Part {...props} />;
    if (title && hasFailed) return <Failed title={notLoaded(title)} onRetry={reload} />;
    return title && skeleton ? (
      <Loading label={`Loading ${title}`} onRetry={reload}>
        {skeleton}
      </Loading>
    ) : null;
  };
}
