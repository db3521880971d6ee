import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "#web/ui/action/button.tsx";
import { takeFocus } from "../action/after-tap.ts";

interface PagerProps {
  of: Pick<UseInfiniteQueryResult<{ pages: unknown[] }>, "data" | "hasNextPage" | "isFetchingNextPage"> & {
    fetchNextPage: () => unknown;
  };
  /** The label of the button. */
  label: string;
  /** The last line, which takes the focus when the focused button disappears. */
  end: string;
}

/** The foot of a list that comes in pages. */
export function Pager({ of: list, label, end }: PagerProps) {
  const isPaged = (list.data?.pages.length ?? 0) > 1;
  if (list.hasNextPage)
    return (
      <Button
        isStart
        isBusy={list.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => list.fetchNextPage()}
      >
        {label}
      </Button>
    );
  return (
    isPaged && (
      <p tabIndex={-1} ref={takeFocus}>
        {end}
      </p>
    )
  );
}
