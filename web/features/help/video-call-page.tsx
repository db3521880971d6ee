import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";
import { canLookTogether } from "./capture-support.ts";
import { helpRequestsQuery } from "./requests/queries.ts";
import { asCalledIn } from "./requests/request-words.ts";
import { Showing } from "./video-calls/showing.tsx";
import { Watching } from "./video-calls/watching.tsx";

/** Without a call: while the request loads, and where nobody is helping. */
const WithoutCall = ({ children }: { children: ReactNode }) => (
  <Page title="Look together">
    <Stack gap={24} isNarrow>
      <h1>Look together</h1>
      {children}
    </Stack>
  </Page>
);

/** The page of a video call, for the person who shows something and for the helper who sees it. */
export function VideoCallPage() {
  const id = Number(useParams<{ helpRequestId: string }>().helpRequestId);
  const user = useSignedInUser();
  const familyName = useFamily()?.name ?? "";
  const requests = useQuery(helpRequestsQuery);
  const { data: list } = requests;
  // A running call goes on, and has no place for a notice that the requests could not be read again.
  if (!list)
    return (
      <WithoutCall>
        <Loaded of={requests} name="this request" skeleton={<Skeleton shape="line" />}>
          {() => null}
        </Loaded>
      </WithoutCall>
    );
  const found = list.find((one) => one.id === id && one.state === "ACKNOWLEDGED");
  const request = found && asCalledIn(familyName, found);
  if (!canLookTogether())
    return (
      <WithoutCall>
        <Lead>This browser can't make video calls. You can send a picture, or call.</Lead>
        <ButtonLink href="/">Go home</ButtonLink>
      </WithoutCall>
    );
  if (request && request.askedBy.id === user?.id) return <Showing request={request} />;
  if (request && request.helper?.id === user?.id) return <Watching request={request} />;
  return (
    <WithoutCall>
      <Lead>Nobody is helping with this right now.</Lead>
      <ButtonLink href="/">Go home</ButtonLink>
    </WithoutCall>
  );
}
