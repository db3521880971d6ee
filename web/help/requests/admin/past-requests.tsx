import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { PastRequest } from "#contract/help/past-requests.ts";
import { isForbidden } from "#web/api/call.ts";
import { callName } from "#web/families/call-name.ts";
import { useFamily } from "#web/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { shortDate } from "#web/ui/time/dates.ts";
import { Moment } from "#web/ui/time/times.tsx";
import { helpFiguresQuery, pastRequestsQuery } from "./past-queries.ts";
import { answerWords, askedWords, endWords, figureWords } from "./past-words.ts";

const columns = ["When", "What", "Answered", "Ended"];

const skeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);

function PastRow({ request }: { request: PastRequest }) {
  const familyName = useFamily()?.name ?? "";
  const called = (name: string) => callName(name, familyName);
  return (
    <TableRow>
      <TableCell label="When">
        <time dateTime={request.askedAt}>{shortDate(request.askedAt)}</time> <Moment at={request.askedAt} />
      </TableCell>
      <TableCell label="What">
        <b>{request.phrase}</b>
        <Quiet>{askedWords(request, called)}</Quiet>
      </TableCell>
      <TableCell label="Answered">{answerWords(request, called)}</TableCell>
      <TableCell label="Ended">{endWords(request, called)}</TableCell>
    </TableRow>
  );
}

const PastTable = ({ requests }: { requests: PastRequest[] }) =>
  requests.length === 0 ? (
    <p>Nobody has asked for help yet.</p>
  ) : (
    <Table label="Past requests" columns={columns}>
      {requests.map((request) => (
        <PastRow key={request.id} request={request} />
      ))}
    </Table>
  );

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** What was asked, who answered and how fast, how it ended. */
export function PastRequests() {
  const past = useInfiniteQuery(pastRequestsQuery);
  const { data: figures } = useQuery(helpFiguresQuery);
  // The phrases above have said already whom this is for.
  if (isForbidden(past.error)) return null;
  const isPaged = (past.data?.pages.length ?? 0) > 1;
  return (
    <Section title="Past requests">
      {figures && figures.asked > 0 && <p>{figureWords(figures)}</p>}
      <Loaded of={past} name="past requests" skeleton={skeleton}>
        {({ pages }) => <PastTable requests={pages.flatMap(({ requests }) => requests)} />}
      </Loaded>
      {past.hasNextPage && (
        <Button
          isStart
          isBusy={past.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => past.fetchNextPage()}
        >
          Show older
        </Button>
      )}
      {isPaged && !past.hasNextPage && (
        <p tabIndex={-1} ref={takeFocus}>
          That's all of them.
        </p>
      )}
    </Section>
  );
}
