import type { UseQueryResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../action/button.tsx";
import { Stack } from "../layout/layout.tsx";
import { Note } from "../surface/note.tsx";
import { Quiet } from "../text.tsx";
import { Moment } from "../time/times.tsx";
import { Loading } from "./loading.tsx";

interface EmptyProps {
  title: string;
  detail?: string;
  /** A button, if something can be done. */
  children?: ReactNode;
}

export const Empty = ({ title, detail, children }: EmptyProps) => (
  <Stack gap={8}>
    <p>
      <b>{title}</b>
    </p>
    {detail && <Quiet>{detail}</Quiet>}
    {children}
  </Stack>
);

interface FailedProps {
  /** Such as "Today's events could not be loaded". */
  title: string;
  /** The time of the shown data, such as `Last updated <time>8:05 AM</time>`. */
  lastUpdated?: ReactNode;
  onRetry: () => void;
  /** The last data, if there is any. */
  children?: ReactNode;
}

export const Failed = ({ title, lastUpdated, onRetry, children }: FailedProps) => (
  <Stack>
    <Note kind="danger" title={title} isAlert>
      <p>
        {lastUpdated ? (
          <>This is what we had last. {lastUpdated}</>
        ) : (
          "Please check your connection, then try again."
        )}
      </p>
    </Note>
    {children}
    <Button isStart icon={RefreshCw} onClick={onRetry}>
      Try again
    </Button>
  </Stack>
);

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

/** Shows a query's data, a skeleton while it loads, and the last data if it fails. */
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
