import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { statusQuery } from "#web/features/accounts/queries.ts";
import { familyQuery, useContacts } from "#web/features/families/queries.ts";
import { isTouched } from "#web/features/installation/platform.ts";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";
import { CallButton } from "./calls.tsx";

/** The page behind "Call Rose" on a notification. It dials only the family's numbers, even if the link names another. */
export function CallPage() {
  const [search] = useSearchParams();
  const number = search.get("number");
  const contacts = useContacts();
  const isSignedIn = useToken() !== null;
  const { isLoading: isPersonAwaited } = useQuery({ ...statusQuery, enabled: isSignedIn });
  const { isLoading: isFamilyAwaited } = useQuery({ ...familyQuery, enabled: isSignedIn });
  const called = contacts.find(({ phoneNumber }) => phoneNumber === number);
  const [title, words] = called
    ? [
        `Call ${called.name}`,
        isTouched() ? "One tap, and your phone dials." : "Please dial it on your phone.",
      ]
    : ["Call your family", "Who would you like to call?"];
  return (
    <Page title={title}>
      <Stack gap={24} isNarrow>
        <h1>{title}</h1>
        {!called && (isPersonAwaited || isFamilyAwaited) ? (
          <Loading label="Loading your family's phone numbers" onRetry={() => location.reload()}>
            <Skeleton shape="line" />
            <SkeletonRows count={2} />
          </Loading>
        ) : (
          <>
            <Lead>{contacts.length ? words : "This device doesn't have your family's phone numbers."}</Lead>
            {(called ? [called] : contacts).map((contact) => (
              <CallButton key={contact.id} contact={contact} isPrimary />
            ))}
          </>
        )}
        <ButtonLink href="/">Go home</ButtonLink>
      </Stack>
    </Page>
  );
}
