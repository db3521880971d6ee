import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useParams } from "wouter";
import { statusQuery, useSignedInUser } from "#web/accounts/queries.ts";
import { useToken } from "#web/api/session.ts";
import { useOpenFamily } from "#web/families/family-switch.ts";
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

/** Opens the family in the address before it shows home. */
export function OpenFamily({ children }: { children: ReactNode }) {
  const { familyId } = useParams<{ familyId: string }>();
  const id = Number(familyId);
  const user = useSignedInUser();
  const { isLoading } = useQuery({ ...statusQuery, enabled: useToken() !== null });
  const { mutate, variables, isError } = useOpenFamily();
  const isMember = user?.families.some((family) => family.id === id);
  const isElsewhere = isMember === true && user?.familyId !== id;
  useEffect(() => {
    if (isElsewhere && variables !== id) mutate(id);
  }, [isElsewhere, variables, mutate, id]);
  if (isMember === false) return <NotYourFamily />;
  if (isElsewhere && isError) return <NotOpened onRetry={() => mutate(id)} />;
  // Nothing of one family is shown under another one's address.
  if (isLoading) return <PageLoading />;
  return isElsewhere ? <OpeningFamily /> : children;
}
