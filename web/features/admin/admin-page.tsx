import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import { Redirect, useParams } from "wouter";
import type { listManualEvents } from "#contract/calendar/manual-events.ts";
import type { changeCalendarSettings } from "#contract/calendar/settings.ts";
import type { listMembers } from "#contract/families.ts";
import type { getHelpFigures } from "#contract/help/past-requests.ts";
import type { getEscalationPlan } from "#contract/help/plan.ts";
import type { listInvitations } from "#contract/invitations.ts";
import type { listLocalEvents } from "#contract/local-events.ts";
import type { listPuzzles } from "#contract/puzzles.ts";
import { hasAccess, type MemberAccess } from "#contract/roles.ts";
import { LogOutButton } from "#web/features/accounts/log-out-button.tsx";
import { statusQuery, useSignedInUser } from "#web/features/accounts/queries.ts";
import { familyHasAdmin } from "#web/features/families/contacts.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { type Tab, Tabs } from "#web/ui/action/tabs.tsx";
import { Row, Section } from "#web/ui/layout/layout.tsx";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page, PageLoading } from "#web/ui/page/page.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Loading, SkeletonRows } from "#web/ui/state/loading.tsx";
import { AdminLogin } from "./admin-login.tsx";
import styles from "./panel-title.module.css";

/** Replaces a tab for somebody who has not joined a family. */
const WithoutFamily = ({ title }: { title: string }) => (
  <Section title={title}>
    <Empty
      title="You haven't joined a family yet."
      detail="Join or set up a family first. Then you can look after it here."
    >
      <ButtonLink href="/" isStart>
        Set up my family
      </ButtonLink>
    </Empty>
  </Section>
);

interface PanelTab extends Tab {
  /** The access of an endpoint that the tab cannot do without. */
  access: MemberAccess;
  Content: ComponentType;
}

const tabs: readonly PanelTab[] = [
  {
    href: "/admin",
    label: "Calendar",
    access: "admin" satisfies typeof changeCalendarSettings.access,
    Content: lazyPage(() => import("#web/features/calendar/admin/calendar-tab.tsx"), "CalendarTab"),
  },
  {
    href: "/admin/puzzles",
    label: "Puzzles",
    access: "admin" satisfies typeof listPuzzles.access,
    Content: lazyPage(() => import("#web/features/puzzles/admin/puzzles-tab.tsx"), "PuzzlesTab"),
  },
  {
    href: "/admin/events",
    label: "Events",
    access: "helper" satisfies typeof listManualEvents.access,
    Content: lazyPage(() => import("#web/features/calendar/manual-events/events-tab.tsx"), "EventsTab"),
  },
  {
    href: "/admin/things-to-do",
    label: "Things To Do",
    access: "admin" satisfies typeof listLocalEvents.access,
    Content: lazyPage(() => import("#web/features/local-events/admin/things-to-do-tab.tsx"), "ThingsToDoTab"),
  },
  {
    href: "/admin/co-admins",
    label: "Co-Admins",
    access: "inviter" satisfies typeof listInvitations.access,
    Content: lazyPage(() => import("#web/features/invitations/co-admins-tab.tsx"), "CoAdminsTab"),
  },
  {
    href: "/admin/family",
    label: "Family",
    access: "admin" satisfies typeof listMembers.access,
    Content: lazyPage(() => import("./family-tab.tsx"), "FamilyTab"),
  },
  {
    href: "/admin/plan",
    label: "Plan",
    access: "helper" satisfies typeof getEscalationPlan.access,
    Content: lazyPage(() => import("#web/features/help/plan/plan-tab.tsx"), "PlanTab"),
  },
  {
    href: "/admin/help",
    label: "Help",
    access: "helper" satisfies typeof getHelpFigures.access,
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

/** The tabs that this person can use, or undefined until their role is known. */
function useUsableTabs(): readonly PanelTab[] | undefined {
  const role = useStoredRole();
  const family = useFamily();
  const { isPending } = useQuery(statusQuery);
  if (role) {
    // Until the family has loaded, only admins are known to be inviters.
    const member = { role, familyHasAdmin: !family || familyHasAdmin(family) };
    return tabs.filter(({ access }) => hasAccess(access, member));
  }
  return isPending ? undefined : tabs;
}

interface PanelProps {
  tab: PanelTab;
  usable: readonly PanelTab[];
}

const Panel = ({ tab, usable }: PanelProps) => (
  <Page title={`${tab.label} - Admin Panel`} layout="panel">
    <div className={styles.title}>
      <Row isTight>
        <h1>Admin Panel</h1>
        <LogOutButton />
      </Row>
    </div>
    {usable.length > 0 && <Tabs label="Admin Panel" tabs={usable} current={tab.href} />}
    <Content tab={tab} />
  </Page>
);

/** Opens with any token, as the specification says. The server decides what each tab may show. */
function SignedInPanel({ tab }: { tab: PanelTab }) {
  const usable = useUsableTabs();
  if (!usable) return <PageLoading />;
  const [first] = usable;
  // The panel itself opens on a part that this person can use. An address of another part says who may see it.
  if (tab.href === "/admin" && first && !usable.includes(tab)) return <Redirect to={first.href} replace />;
  return <Panel tab={tab} usable={usable} />;
}

export function AdminPage() {
  const { tab: name } = useParams<{ tab?: string }>();
  const isSignedIn = useToken() !== null;
  const tab = tabs.find(({ href }) => href === (name ? `/admin/${name}` : "/admin"));
  if (!tab) return <NotFoundPage />;
  return isSignedIn ? <SignedInPanel tab={tab} /> : <AdminLogin />;
}
