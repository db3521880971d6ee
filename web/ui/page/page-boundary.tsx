import { House, RefreshCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Lead } from "#web/ui/text.tsx";
import { Actions, Stack } from "../layout/layout.tsx";
import { Page } from "./page.tsx";

interface PageBoundaryProps {
  /** A new address clears the error. */
  address: string;
  children: ReactNode;
}

interface PageBoundaryState {
  address: string;
  hasFailed: boolean;
}

/** Shows plain words in place of a page that crashed. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state = { hasFailed: false, address: this.props.address };

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ address }: PageBoundaryProps, state: PageBoundaryState) {
    return address === state.address ? null : { address, hasFailed: false };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Page title="This page could not be shown">
        <Stack gap={24} isNarrow>
          <h1>This page could not be shown</h1>
          <Lead>It's our mistake, not yours. Please try again.</Lead>
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
