import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Failed } from "#web/ui/state/failed.tsx";
import { notLoaded } from "#web/ui/state/loaded.tsx";
import { Loading } from "#web/ui/state/loading.tsx";

const reload = () => location.reload();

/** A part of a page that comes in a file of its own, so that the page itself comes sooner. `name` as in "today's puzzle". */
export function lazyPart(
  load: () => Promise<ComponentType>,
  name: string,
  skeleton: ReactNode,
): ComponentType {
  const NotLoaded = () => <Failed title={notLoaded(name)} onRetry={reload} />;
  const Part = lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
  const loading = (
    <Loading label={`Loading ${name}`} onRetry={reload}>
      {skeleton}
    </Loading>
  );
  return () => (
    <Suspense fallback={loading}>
      <Part />
    </Suspense>
  );
}
