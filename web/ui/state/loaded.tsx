import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Quiet } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { Failed } from "./failed.tsx";
import { Loading } from "./loading.tsx";

interface LoadedProps<T> {
  of: UseQueryResult<T>;
  /** Such as "today's events". */
  name: string;
  /** `Skeleton` elements of the final size. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** `name` as in "today's events". */
export const notLoaded = (name: string) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)} could not be loaded`;

/** `at` is a query's `dataUpdatedAt`. */
export const LastUpdated = ({ at }: { at: number }) => (
  <>
    Last updated <Moment at={new Date(at).toISOString()} />
  </>
);

/** What a query has brought: a skeleton until it is there, what we had last when it fails, quietly without a connection. */
export function Loaded<T>({ of: query, name, skeleton, children }: LoadedProps<T>) {
  const retry = () => void query.refetch();
  const { data, dataUpdatedAt } = query;
  if (query.isError && data !== undefined && !navigator.onLine)
    return (
      <>
        <Quiet>
          <LastUpdated at={dataUpdatedAt} />
        </Quiet>
        {children(data)}
      </>
    );
  if (query.isError)
    return (
      <Failed
        title={notLoaded(name)}
        lastUpdated={data !== undefined && <LastUpdated at={dataUpdatedAt} />}
        onRetry={retry}
      >
        {data !== undefined && children(data)}
      </Failed>
    );
  if (data === undefined)
    return (
      <Loading label={`Loading ${name}`} onRetry={retry}>
        {skeleton}
      </Loading>
    );
  return children(data);
}
