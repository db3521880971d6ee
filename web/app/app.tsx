import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { House, RefreshCw } from "lucide-react";
import { Component, type ReactNode, Suspense, useLayoutEffect } from "react";
import { Route, Router, Switch, useLocation } from "wouter";
import { pages } from "#web/app/pages.tsx";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useResetOnLeaving } from "#web/features/families/queries.ts";
import { usePictureFrameIsOn } from "#web/features/picture-frame/setting.ts";
import { useLive } from "#web/platform/api/live.ts";
import { useMovedTo } from "#web/platform/api/moved.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Frame } from "#web/ui/page/frame.tsx";
import { lazyPage, lazyPart, untilFetched } from "#web/ui/page/lazy.tsx";
import { Lead } from "#web/ui/text.tsx";
import { Actions, Stack } from "../ui/layout/layout.tsx";
import { Page, PageLoading } from "../ui/page/page.tsx";

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
class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
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

// Suspense may delay this part, because it draws nothing. Without a connection, it is fetched later.
const HelpWatch = lazyPage(
  () => untilFetched(() => import("#web/features/help/help-watch.tsx")),
  "HelpWatch",
);

const HelloWatch = lazyPart(() => import("#web/features/hellos/hello-watch.tsx"), "HelloWatch");

const PictureFrameWatch = lazyPart(
  () => import("#web/features/picture-frame/picture-frame-watch.tsx"),
  "PictureFrameWatch",
);

const MovedNotice = lazyPart(() => import("#web/features/cells/moved-notice.tsx"), "MovedNotice");

/** The admin panel and the operator's page are denser, as tokens.css says. */
function useArea(path: string) {
  const isAdmin = /^\/(admin(\/|-login|$)|operator(\/|$))/.test(path);
  useLayoutEffect(() => {
    if (isAdmin) document.documentElement.dataset.area = "admin";
    else delete document.documentElement.dataset.area;
  }, [isAdmin]);
}

function Screen() {
  const [path] = useLocation();
  useArea(path);
  useLive();
  useResetOnLeaving();
  const isSignedIn = useToken() !== null;
  const movedTo = useMovedTo();
  const isPictureFrame = usePictureFrameIsOn();
  return (
    <>
      <Frame
        userRole={useStoredRole()}
        isSignedIn={isSignedIn}
        onSignIn={rememberPlace}
        notice={isSignedIn && movedTo && <MovedNotice origin={movedTo} />}
      >
        <PageBoundary address={path}>
          <Suspense fallback={<PageLoading />}>
            <Switch>
              {pages.map(({ path, Page }) => (
                <Route key={path} path={path} component={Page} />
              ))}
            </Switch>
          </Suspense>
        </PageBoundary>
      </Frame>
      <Suspense>{isSignedIn && <HelpWatch />}</Suspense>
      {isSignedIn && <HelloWatch />}
      {isSignedIn && isPictureFrame && <PictureFrameWatch />}
    </>
  );
}

interface AppProps {
  queries: QueryClient;
  /** The path to render when there is no browser. */
  path?: string;
}

export function App({ queries, path }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <Router {...(path && { ssrPath: path })}>
        <Screen />
      </Router>
    </QueryClientProvider>
  );
}
