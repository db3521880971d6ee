import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Redirect, useParams } from "wouter";
import type { User } from "#contract/accounts/sign-in.ts";
import { statusQuery, useSignedInUser } from "#web/features/accounts/queries.ts";
import { useOpenFamily } from "#web/features/families/queries.ts";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page, PageLoading } from "#web/ui/page/page.tsx";
import { Failed } from "#web/ui/state/loaded.tsx";
import { Loading, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";

const NotYourFamily = () => (
  <Page title="This is not your family's page">
    <Stack gap={24} isNarrow>
      <h1>This is not your family's page</h1>
      <Lead>Someone in that family can invite you with a link.</Lead>
      <ButtonLink href="/" isStart>
        Go home
      </ButtonLink>
    </Stack>
  </Page>
);

const NotOpened = ({ onRetry }: { onRetry: () => void }) => (
  <Page title="This family could not be opened">
    <h1>This family could not be opened</h1>
    <Failed title="Porchlight did not answer" onRetry={onRetry} />
  </Page>
);

/** A separate screen, so that screen readers announce the change of family. */
const OpeningFamily = () => (
  <Page title="Opening this family">
    <Stack gap={24}>
      <h1>Opening this family...</h1>
      <Loading label="Opening this family" onRetry={() => location.reload()}>
        <SkeletonRows count={2} />
      </Loading>
    </Stack>
  </Page>
);

/** Opens the family once per arrival at its address. */
function useOpening(id: number, user: User | undefined) {
  const { mutate, isIdle, isSuccess, isError } = useOpenFamily();
  const isOpen = user?.familyId === id;
  const [hasArrived, setHasArrived] = useState(isOpen);
  if (isOpen && !hasArrived) setHasArrived(true);
  const isMember = user?.families.some((family) => family.id === id);
  const isDue = isMember && !hasArrived && isIdle;
  useEffect(() => {
    if (isDue) mutate(id);
  }, [isDue, mutate, id]);
  return { isMember, hasArrived, isOpened: isSuccess, hasFailed: isError, retry: () => mutate(id) };
}

interface ArrivalProps {
  /** The family in the address. */
  id: number;
  children: ReactNode;
}

function Arrival({ id, children }: ArrivalProps) {
  const user = useSignedInUser();
  const status = useQuery({ ...statusQuery, enabled: useToken() !== null });
  const { isMember, hasArrived, isOpened, hasFailed, retry } = useOpening(id, user);
  if (isMember === false) return <NotYourFamily />;
  if (status.isLoading) return <PageLoading />;
  // Nothing of one family is shown under another one's address.
  if (!user || user.familyId === id) return children;
  // Another tab has opened a different family since. A status that could not be read again still names the previous one.
  if (hasArrived || (isOpened && !status.isError))
    return <Redirect to={user.familyId === null ? "/" : `/family/${user.familyId}`} replace />;
  return hasFailed ? <NotOpened onRetry={retry} /> : <OpeningFamily />;
}

/** Opens the family in the address before it shows home. If another tab opens a different one later, it follows. */
export function OpenFamily({ children }: { children: ReactNode }) {
  const { familyId } = useParams<{ familyId: string }>();
  return (
    <Arrival key={familyId} id={Number(familyId)}>
      {children}
    </Arrival>
  );
}
