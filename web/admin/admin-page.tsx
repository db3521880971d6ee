import { type ComponentType, Suspense } from "react";
import { useParams } from "wouter";
import { AdminLogin } from "#web/accounts/admin-login.tsx";
import { LogOutButton } from "#web/accounts/log-out-button.tsx";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { useToken } from "#web/api/session.ts";
import { NotFoundPage } from "#web/not-found-page.tsx";
import { type Tab, Tabs } from "#web/ui/action/tabs.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { lazyNamed } from "#web/ui/page/lazy-named.ts";
import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import styles from "./panel-title.module.css";
import { WithoutFamily } from "./without-family.tsx";

interface PanelTab extends Tab {
  Content: ComponentType;
}

const tabs: readonly PanelTab[] = [
  {
    href: "/admin",
    label: "Calendar",
    Content: lazyNamed(() => import("#web/calendar/admin/calendar-tab.tsx"), "CalendarTab"),
  },
  {
    href: "/admin/puzzles",
    label: "Puzzles",
    Content: lazyNamed(() => import("#web/puzzles/admin/puzzles-tab.tsx"), "PuzzlesTab"),
  },
  {
    href: "/admin/events",
    label: "Events",
    Content: lazyNamed(() => import("#web/calendar/manual-events/events-tab.tsx"), "EventsTab"),
  },
  {
    href: "/admin/things-to-do",
    label: "Things To Do",
    Content: lazyNamed(() => import("#web/local-events/admin/things-to-do-tab.tsx"), "ThingsToDoTab"),
  },
  {
    href: "/admin/co-admins",
    label: "Co-Admins",
    Content: lazyNamed(() => import("#web/invitations/co-admins/co-admins.tsx"), "CoAdmins"),
  },
  {
    href: "/admin/family",
    label: "Family",
    Content: lazyNamed(() => import("#web/families/admin/family-tab.tsx"), "FamilyTab"),
  },
  {
    href: "/admin/help",
    label: "Help",
    Content: lazyNamed(() => import("#web/help/phrases/admin/help-tab.tsx"), "HelpTab"),
  },
];

const loading = (
  <Loading label="Loading" onRetry={() => location.reload()}>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </Loading>
);

function Content({ tab }: { tab: PanelTab }) {
  if (useSignedInUser()?.familyId === null) return <WithoutFamily title={tab.label} />;
  return (
    <Suspense fallback={loading}>
      <tab.Content />
    </Suspense>
  );
}

const Panel = ({ tab }: { tab: PanelTab }) => (
  <Page title={`${tab.label} - Admin Panel`}>
    <Stack gap={24}>
      <div className={styles.title}>
        <Row isTight>
          <h1>Admin Panel</h1>
          <LogOutButton />
        </Row>
      </div>
      <Tabs label="Admin Panel" tabs={tabs} current={tab.href} />
    </Stack>
    <Content tab={tab} />
  </Page>
);

/** With any token, as the specification has it: the server decides what each tab may show. */
export function AdminPage() {
  const { tab: name } = useParams<{ tab?: string }>();
  const isSignedIn = useToken() !== null;
  const tab = tabs.find(({ href }) => href === (name ? `/admin/${name}` : "/admin"));
  if (!tab) return <NotFoundPage />;
  return isSignedIn ? <Panel tab={tab} /> : <AdminLogin />;
}
