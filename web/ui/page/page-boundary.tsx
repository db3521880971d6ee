import { House, RefreshCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Lead } from "#web/ui/text.tsx";
import { Page } from "./page.tsx";

interface PageBoundaryProps {
  children: ReactNode;
}

interface PageBoundaryState {
  hasFailed: boolean;
}

/** What is shown in place of a page that broke. Give it the address as its key, so that the next page starts afresh. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): PageBoundaryState {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Page title="This page could not be shown">
        <Stack gap={24} isNarrow>
          <h1>This page could not be shown</h1>
          <Lead>It is our mistake, not yours. Please try again.</Lead>
          <Actions>
            <Button variant="primary" icon={RefreshCw} onClick={() => location.reload()}>
              Try again
            </Button>
            <ButtonLink href="/" icon={House}>
              Go home
            </ButtonLink>
          </Actions>
        </Stack>
      </Page>
    );
  }
}
