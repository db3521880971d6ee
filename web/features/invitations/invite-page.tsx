import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { OpenInvitation } from "#contract/invitations.ts";
import { readLinkCode } from "#contract/typed-words.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { Signup } from "#web/features/accounts/signup/signup.tsx";
import { SignupCard } from "#web/features/accounts/signup/signup-card.tsx";
import { WelcomePage } from "#web/features/accounts/signup/welcome-page.tsx";
import { CallError } from "#web/platform/api/call.ts";
import { token, useToken } from "#web/platform/api/session.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Expired } from "./expired.tsx";
import { InvalidInvitation, NoCode, VerifyFailed } from "./invite-error.tsx";
import { InvitedPage } from "./invited.tsx";
import { Decline, JoinCard } from "./join-card.tsx";
import { invitationQuery, useJoinFamily } from "./queries.ts";

interface OpenProps {
  invitation: OpenInvitation;
}

function ForMember({ invitation }: OpenProps) {
  const user = useSignedInUser();
  const [hasJoined, setJoined] = useState(false);
  if (!user) return <Checking />;
  if (hasJoined) return <WelcomePage of={{ name: user.displayName, isNew: false, hasJoined }} />;
  return (
    <InvitedPage invitation={invitation}>
      <JoinCard invitation={invitation} user={user} onJoined={() => setJoined(true)} />
    </InvitedPage>
  );
}

interface ForNewcomerProps extends OpenProps {
  /** Called when somebody with an account signs in. They are asked before they join. */
  onSignedIn: () => void;
}

function ForNewcomer({ invitation, onSignedIn }: ForNewcomerProps) {
  const join = useJoinFamily();
  return (
    <Signup
      invitation={invitation}
      accept={(userId, session) => join(invitation.inviteCode, userId, session)}
    >
      {() => (
        <InvitedPage invitation={invitation}>
          <Stack gap={24}>
            <SignupCard invitation={invitation} onSignedIn={onSignedIn} />
            <Decline invitation={invitation} />
          </Stack>
        </InvitedPage>
      )}
    </Signup>
  );
}

function Checking({ onRetry = () => location.reload() }: { onRetry?: () => void }) {
  return (
    <Page title="Verifying invitation...">
      <Stack gap={24} isNarrow>
        <h1>Verifying invitation...</h1>
        <Loading label="Verifying invitation" onRetry={onRetry}>
          <Skeleton shape="line" />
          <Skeleton shape="row" />
        </Loading>
      </Stack>
    </Page>
  );
}

function WithCode({ code }: { code: string }) {
  const { data, error } = useQuery(invitationQuery(code));
  // Signing up here also signs the person in. The page must not change while they are still signing up.
  const [isToBeAsked, setToBeAsked] = useState(() => token() !== null);
  const isMember = useToken() !== null && isToBeAsked;
  const askAdvice = useRef<string>(undefined);
  if (error instanceof CallError && error.status === 404) askAdvice.current ??= error.problem?.fields?.code;
  // This page stays after the link was renewed on it, because it shows the result.
  if (askAdvice.current) return <Expired code={code} askAdvice={askAdvice.current} />;
  // An invitation that was open at first stays on screen. The next step says if it has been used.
  if (data)
    return isMember ? (
      <ForMember invitation={data} />
    ) : (
      <ForNewcomer invitation={data} onSignedIn={() => setToBeAsked(true)} />
    );
  if (error) return <VerifyFailed error={error} />;
  return data === null ? <InvalidInvitation /> : <Checking />;
}

export function InvitePage() {
  const [search] = useSearchParams();
  const code = readLinkCode(search.get("code") ?? "");
  return code ? <WithCode key={code} code={code} /> : <NoCode />;
}
