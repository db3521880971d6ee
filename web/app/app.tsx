import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useLayoutEffect } from "react";
import { Route, Router, Switch, useLocation } from "wouter";
import { pages } from "#web/app/pages.tsx";
import { useResetOnLeaving } from "#web/features/families/queries.ts";
import { useLive } from "#web/platform/api/live.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { Frame } from "#web/ui/page/frame.tsx";
import { lazyPage, untilFetched } from "#web/ui/page/lazy.tsx";
import { PageLoading } from "#web/ui/page/page.tsx";
import { PageBoundary } from "#web/ui/page/page-boundary.tsx";
import { ToastPlace } from "#web/ui/page/toast-place.tsx";

// Suspense may delay this part, because it draws nothing. Without a connection, it is fetched later.
const HelpWatch = lazyPage(
  () => untilFetched(() => import("#web/features/help/help-watch.tsx")),
  "HelpWatch",
);

/** The admin panel is denser, as tokens.css says. */
function useArea(path: string) {
  const isAdmin = /^\/admin(\/|-login|$)/.test(path);
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
  return (
    <>
      <Frame userRole={useStoredRole()} isSignedIn={isSignedIn} toasts={<ToastPlace />}>
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
