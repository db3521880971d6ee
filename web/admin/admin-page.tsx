import { type ComponentType, Suspense } from "react";
import { useParams } from "wouter";
import { LogOutButton } from "#web/accounts/log-out-button.tsx";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { useToken } from "#web/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { type Tab, Tabs } from "#web/ui/action/tabs.tsx";
import { Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Loading, SkeletonRows } from "#web/ui/state/loading.tsx";
import { AdminLogin } from "./admin-login.tsx";
import styles from "./panel-title.module.css";

/** Replaces a tab for somebody who has not joined a family. */
const WithoutFamily = ({ title }: { title: string }) => (
  <Section title={title}>
    <Empty
      title="You haven't joined a family yet."
      detail="Start one first. Then you can look after it here."
    >
      <ButtonLink href="/" isStart>
        Start a family
      </ButtonLink>
    </Empty>
  </Section>
);

interface PanelTab extends Tab {
  Content: ComponentType;
}

const tabs: readonly PanelTab[] = [
  {
    href: "/admin",
    label: "Calendar",
    Content: lazyPage(() => import("#web/calendar/admin/calendar-tab.tsx"), "CalendarTab"),
  },
  {
    href: "/admin/puzzles",
    label: "Puzzles",
    Content: lazyPage(() => import("#web/puzzles/admin/puzzles-tab.tsx"), "PuzzlesTab"),
  },
  {
    href: "/admin/events",
    label: "Events",
    Content: lazyPage(() => import("#web/calendar/manual-events/events-tab.tsx"), "EventsTab"),
  },
  {
    href: "/admin/things-to-do",
    label: "Things To Do",
    Content: lazyPage(() => import("#web/local-events/admin/things-to-do-tab.tsx"), "ThingsToDoTab"),
  },
  {
    href: "/admin/co-admins",
    label: "Co-Admins",
    Content: lazyPage(() => import("#web/invitations/co-admins/co-admins.tsx"), "CoAdmins"),
  },
  {
    href: "/admin/family",
    label: "Family",
    Content: lazyPage(() => import("./family-tab.tsx"), "FamilyTab"),
  },
  {
    href: "/admin/help",
    label: "Help",
    Content: lazyPage(() => import("./help-tab.tsx"), "HelpTab"),
  },
];

const loading = (
  <Loading label="Loading" onRetry={() => location.reload()}>
    <SkeletonRows count={2} />
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

/** Opens with any token, as the specification says. The server decides what each tab may show. */
export function AdminPage() {
  const { tab: name } = useParams<{ tab?: string }>();
  const isSignedIn = useToken() !== null;
  const tab = tabs.find(({ href }) => href === (name ? `/admin/${name}` : "/admin"));
  if (!tab) return <NotFoundPage />;
  return isSignedIn ? <Panel tab={tab} /> : <AdminLogin />;
}
