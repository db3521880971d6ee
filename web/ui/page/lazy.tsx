// The two ways to fetch code when it is needed: `lazyPage` for pages and tabs, `lazyPart` for parts of a page.
import { type ComponentType, type ReactNode, use, useEffect, useState } from "react";
import { Failed, notLoaded } from "#web/ui/state/loaded.tsx";
import { Loading } from "#web/ui/state/loading.tsx";

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

/** Fetched when it is first shown, or earlier on request. */
export type Lazy<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

type Part<Props> = Lazy<Props> & {
  /** A hook that fetches the part once it is needed, and returns whether it has come since. */
  useIsFetched: (isNeeded: boolean) => boolean;
};

/**
 * A page or a tab. Suspense covers the time until it has loaded, and the page's error boundary covers a failure. One
 * that was fetched in advance is shown at once, while React's own `lazy` would show the loading page for 300 ms.
 */
export function lazyPage<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
): Lazy<Props> {
  let Fetched: ComponentType<Props> | undefined;
  let fetching: Promise<unknown> | undefined;
  const forget = () => {
    fetching = undefined;
  };
  const fetchOnce = () => {
    if (!fetching) {
      fetching = load().then((module) => {
        Fetched = module[name];
      });
      // Showing it later tries again. At once, React would start over while it handles the failure.
      fetching.catch(() => setTimeout(forget, 1_000));
    }
    return fetching;
  };
  const LazyPage = (props: Props) => {
    if (!Fetched) use(fetchOnce());
    return Fetched && <Fetched {...props} />;
  };
  const fetch = () => fetchOnce().catch(forget);
  return Object.assign(LazyPage, { fetch });
}

// A browser reports that it is online before the network works.
const pauseMs = 5_000;

const pause = () =>
  new Promise((resolve) => {
    const timeout = AbortSignal.timeout(pauseMs);
    timeout.addEventListener("abort", resolve);
    addEventListener("online", resolve, { once: true, signal: timeout });
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
  /** Reserves the place of the part. Without it, nothing is shown until the part has loaded. */
  skeleton?: ReactNode;
}

const reload = () => location.reload();

/**
 * A part of a page that loads separately, so that the page appears sooner. React's Suspense would add a delay of 300
 * ms.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
  { title, skeleton }: PartOptions = {},
): Part<Props> {
  let Fetched: ComponentType<Props> | undefined;
  const fetch = (onFailure?: () => void) =>
    untilFetched(load, onFailure).then((module) => {
      Fetched = module[name];
    });
  const LazyPart = (props: Props) => {
    const [state, setState] = useState<"fetching" | "failed" | "fetched">("fetching");
    useEffect(() => {
      if (Fetched) return;
      let isShown = true;
      const report = (state: "failed" | "fetched") => () => isShown && setState(state);
      void fetch(report("failed")).then(report("fetched"));
      return () => {
        isShown = false;
      };
    }, []);
    if (Fetched) return <Fetched {...props} />;
    if (title && state === "failed") return <Failed title={notLoaded(title)} onRetry={reload} />;
    return title && skeleton ? (
      <Loading label={`Loading ${title}`} onRetry={reload}>
        {skeleton}
      </Loading>
    ) : null;
  };
  const useIsFetched = (isNeeded: boolean) => {
    const [isFetched, setFetched] = useState(false);
    useEffect(() => {
      if (isNeeded) void fetch().then(() => setFetched(true));
    }, [isNeeded]);
    return isFetched;
  };
  return Object.assign(LazyPart, { fetch: () => fetch(), useIsFetched });
}
