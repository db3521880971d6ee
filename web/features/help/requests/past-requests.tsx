import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PastRequest } from "#contract/help/past-requests.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { call, isForbidden } from "#web/platform/api/call.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Pager } from "#web/ui/state/pager.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Moment, ShortDate } from "#web/ui/time/times.tsx";
import { answerWords, askedWords, calledFor, endWords, figureWords } from "./past-words.ts";

const pastRequestsQuery = infiniteQueryOptions({
  queryKey: ["help-requests", "past"],
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === 0 ? undefined : String(pageParam);
    return call("GET /api/help-requests/past", { query: { before } }, signal);
  },
  initialPageParam: 0,
  getNextPageParam: ({ requests, hasOlder }) => (hasOlder ? requests.at(-1)?.id : undefined),
});

const helpFiguresQuery = queryOptions({
  queryKey: ["help-requests", "figures"],
  queryFn: ({ signal }) => call("GET /api/help-requests/figures", undefined, signal),
});

/** The title of their page, and of their section in the panel. */
export const pastRequestsTitle = "Earlier requests";

const columns = ["When", "What", "Answered", "Ended"];

const skeleton = <SkeletonRows count={3} />;

const Thread = lazyPart(() => import("../replies/thread.tsx"), "Thread", {
  title: "pictures and messages",
  skeleton: <SkeletonRows count={1} />,
});

/** The thread of a request, read when it is opened. */
function PastThread({ request }: { request: PastRequest }) {
  const user = useSignedInUser();
  const [isShown, setShown] = useState(false);
  if (!user?.familyId) return null;
  const sender = { personId: user.id, familyId: user.familyId };
  return (
    <MoreOption label="Pictures and messages" onOpen={() => setShown(true)}>
      {isShown && <Thread request={request} sender={sender} isOpen={false} />}
    </MoreOption>
  );
}

function PastRow({ request }: { request: PastRequest }) {
  const called = calledFor(useSignedInUser()?.id, useFamily()?.name ?? "");
  return (
    <TableRow>
      <TableCell label="When">
        <ShortDate at={request.askedAt} /> <Moment at={request.askedAt} />
      </TableCell>
      <TableCell label="What">
        <Stack gap={8}>
          <div>
            <b>{request.phrase}</b>
            <Quiet>{askedWords(request, called)}</Quiet>
          </div>
          {request.hasReplies && <PastThread request={request} />}
        </Stack>
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
    <Table label={pastRequestsTitle} columns={columns}>
      {requests.map((request) => (
        <PastRow key={request.id} request={request} />
      ))}
    </Table>
  );

/** Lists past requests: who answered, how fast, and how each ended. */
export function PastRequestList() {
  const past = useInfiniteQuery(pastRequestsQuery);
  return (
    <>
      <Loaded of={past} name="the earlier requests" skeleton={skeleton}>
        {({ pages }) => <PastTable requests={pages.flatMap(({ requests }) => requests)} />}
      </Loaded>
      <Pager of={past} label="Show older" end="That's all of them." />
    </>
  );
}

/** The past requests of the family, for its helpers. */
export function PastRequests() {
  const { data: figures, error } = useQuery(helpFiguresQuery);
  // The other section of the tab says who may see this.
  if (isForbidden(error)) return null;
  return (
    <Section title={pastRequestsTitle}>
      {figures && figures.asked > 0 && <p>{figureWords(figures)}</p>}
      <PastRequestList />
    </Section>
  );
}
