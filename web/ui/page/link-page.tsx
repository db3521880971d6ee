import type { UseQueryResult } from "@tanstack/react-query";
import { House } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { readLinkCode } from "#contract/typed-words.ts";
import { isUnanswered, messageOf } from "#web/platform/api/call.ts";
import { useReadAgain } from "#web/platform/api/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Failed } from "#web/ui/state/loaded.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Actions, Stack } from "../layout/layout.tsx";
import { Page } from "./page.tsx";

/** The token in the link. */
export function useLinkToken(): string {
  const [search] = useSearchParams();
  return readLinkCode(search.get("to") ?? "") || "none";
}

/** The layout of a page behind a link. */
export const LinkContents = ({ children }: { children: ReactNode }) => (
  <Stack gap={24} isNarrow>
    {children}
  </Stack>
);

/** Says why a link no longer works. */
export const Closed = ({ title }: { title: string }) => (
  <LinkContents>
    <h1>{title}</h1>
    <Actions>
      <ButtonLink variant="primary" href="/" icon={House}>
        Open Porchlight
      </ButtonLink>
    </Actions>
  </LinkContents>
);

interface LinkPageProps<T> {
  of: UseQueryResult<T>;
  /** The title while nothing has loaded. */
  title: string;
  titleOf: (data: T) => string;
  children: (data: T) => ReactNode;
}

/** The page behind a link in a message. It needs no sign-in. */
export function LinkPage<T>({ of: { data, error }, title, titleOf, children }: LinkPageProps<T>) {
  const readAgain = useReadAgain();
  if (error && !isUnanswered(error))
    return (
      <Page title={title}>
        <Closed title={messageOf(error, "We could not open this. Please try again.")} />
      </Page>
    );
  // What was read before the connection broke stays, with the buttons on it.
  if (data !== undefined)
    return (
      <Page title={titleOf(data)}>
        <LinkContents>{children(data)}</LinkContents>
      </Page>
    );
  return (
    <Page title={title}>
      <LinkContents>
        <h1>{title}</h1>
        {error ? (
          <Failed title="We could not open this." onRetry={readAgain} />
        ) : (
          <Loading label={title} onRetry={readAgain}>
            <Skeleton shape="row" />
          </Loading>
        )}
      </LinkContents>
    </Page>
  );
}
