import type { UseQueryResult } from "@tanstack/react-query";
import { Hourglass, RefreshCw } from "lucide-react";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import { isUnanswered, waitOf } from "#web/platform/api/call.ts";
import { useReadAgain } from "#web/platform/api/queries.ts";
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

interface FailedPart {
  retry: () => void;
  /** The time at which it is read again by itself. */
  readAt: number | undefined;
  /** The time of the data that it still shows. */
  updatedAt: number | undefined;
}

interface Failures {
  /** Several parts have failed, so one notice explains the cause for all of them. */
  areMany: boolean;
  /** The time at which all of them are read again by themselves, if the server asked to wait. */
  readAt: number | undefined;
  /** The time of the oldest data that they still show. */
  updatedAt: number | undefined;
  /** Counts a part that has failed, until the returned function is called. */
  add: (part: FailedPart) => () => void;
  retryAll: () => void;
}

const PageFailures = createContext<Failures | undefined>(undefined);

/** Several parts of a page that fail at once have one cause, and get one notice. */
export function OneNotice({ children }: { children: ReactNode }) {
  const [parts, setParts] = useState<readonly FailedPart[]>([]);
  const add = useCallback((part: FailedPart) => {
    setParts((all) => [...all, part]);
    return () => setParts((all) => all.filter((one) => one !== part));
  }, []);
  const retryAll = () => {
    for (const { retry } of parts) retry();
  };
  const times = parts.flatMap(({ readAt }) => readAt ?? []);
  const readAt = times.length === parts.length ? Math.max(...times) : undefined;
  const shown = parts.flatMap(({ updatedAt }) => updatedAt ?? []);
  const updatedAt = shown.length > 0 ? Math.min(...shown) : undefined;
  return (
    <PageFailures value={{ areMany: parts.length > 1, readAt, updatedAt, add, retryAll }}>
      {children}
    </PageFailures>
  );
}

/** The place of the one notice. Without a connection, the page says so itself. */
export function SharedNotice() {
  const failures = use(PageFailures);
  if (!failures?.areMany || !navigator.onLine) return null;
  return (
    <FailureNote
      title="Porchlight did not answer"
      readAt={failures.readAt}
      updatedAt={failures.updatedAt}
      onRetry={failures.retryAll}
    />
  );
}

interface FailedProps {
  /** Such as "Today's events could not be loaded". */
  title: string;
  /** Whether the server refused it, so that this part has a cause of its own. */
  isRefused?: boolean;
  /** The time at which it is read again by itself, if the server asked to wait. */
  readAt?: number | undefined;
  /** The time of the data that is still shown, such as a query's `dataUpdatedAt`. */
  updatedAt?: number | undefined;
  onRetry: () => void;
}

const Latest = ({ at }: { at: number }) => (
  <>
    This is the latest we have. <LastUpdated at={at} />
  </>
);

/** Where nothing is wrong, and nothing has to be done. */
const WaitNote = ({ readAt, updatedAt }: Pick<FailedProps, "updatedAt"> & { readAt: number }) => (
  <Note icon={Hourglass} title="One moment, please" isAlert>
    <p>
      That was a lot at once. We try again by ourselves at <Moment at={new Date(readAt).toISOString()} />.{" "}
      {updatedAt !== undefined && <Latest at={updatedAt} />}
    </p>
  </Note>
);

function FailureNote({ title, readAt, updatedAt, onRetry }: Omit<FailedProps, "isRefused">) {
  if (readAt !== undefined) return <WaitNote readAt={readAt} updatedAt={updatedAt} />;
  return (
    <Stack>
      <Note kind="danger" title={title} isAlert>
        <p>
          {updatedAt === undefined ? (
            "Please check your connection, then try again."
          ) : (
            <Latest at={updatedAt} />
          )}
        </p>
      </Note>
      <Button isStart icon={RefreshCw} onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  );
}

/**
 * Stands before the last data, if there is any, so that the data keeps its place in the tree and with it its state. Of
 * several, the shared notice says that what they show is old, and only a part without data says so itself.
 */
export function Failed({ isRefused = false, ...props }: FailedProps) {
  const failures = use(PageFailures);
  const add = failures?.add;
  const { title, readAt, updatedAt } = props;
  const retry = useEffectEvent(props.onRetry);
  // Runs before anything is painted or announced.
  useLayoutEffect(
    () => (isRefused ? undefined : add?.({ retry: () => retry(), readAt, updatedAt })),
    [add, isRefused, readAt, updatedAt],
  );
  if (isRefused || !failures?.areMany) return <FailureNote {...props} />;
  return updatedAt === undefined && <Quiet>{title}</Quiet>;
}

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
const LastUpdated = ({ at }: { at: number }) => (
  <>
    Last updated <Moment at={new Date(at).toISOString()} />
  </>
);

/** The time at which a query is read again by itself, because the server asked to wait. */
export function timeOfNextRead({ error, errorUpdatedAt }: Pick<UseQueryResult, "error" | "errorUpdatedAt">) {
  const seconds = waitOf(error);
  return seconds === undefined ? undefined : errorUpdatedAt + seconds * 1_000;
}

/** Says that a query has failed, above its last data. Without a connection, the page says so itself. */
function FailedQuery<T>({ of: query, name }: Pick<LoadedProps<T>, "of" | "name">) {
  const readAt = timeOfNextRead(query);
  const updatedAt = query.data === undefined ? undefined : query.dataUpdatedAt;
  if (updatedAt !== undefined && !navigator.onLine)
    return (
      <Quiet>
        <LastUpdated at={updatedAt} />
      </Quiet>
    );
  return (
    <Failed
      title={notLoaded(name)}
      isRefused={readAt === undefined && !isUnanswered(query.error)}
      readAt={readAt}
      updatedAt={updatedAt}
      onRetry={() => void query.refetch()}
    />
  );
}

/** Shows a query's data, a skeleton while it loads, and the last data if it fails. */
export function Loaded<T>({ of: query, name, skeleton, children }: LoadedProps<T>) {
  const { data, isError } = query;
  const readAgain = useReadAgain();
  if (data === undefined && !isError)
    return (
      <Loading label={`Loading ${name}`} onRetry={readAgain}>
        {skeleton}
      </Loading>
    );
  return (
    <>
      {isError && <FailedQuery of={query} name={name} />}
      {data !== undefined && children(data)}
    </>
  );
}
