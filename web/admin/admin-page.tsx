import type { ReactNode } from "react";
import { useParams } from "wouter";
import { AdminLogin } from "#web/accounts/admin-login.tsx";
import { LogOutButton } from "#web/accounts/log-out-button.tsx";
import { useToken } from "#web/api/session.ts";
import { CoAdmins } from "#web/invitations/co-admins/co-admins.tsx";
import { NotFoundPage } from "#web/not-found/not-found-page.tsx";
import { type Tab, Tabs } from "#web/ui/action/tabs.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { CalendarTab, EventsTab, PuzzlesTab } from "./tabs-to-come.tsx";

interface PanelTab extends Tab {
  content: ReactNode;
}

const tabs: readonly PanelTab[] = [
  { href: "/admin", label: "Calendar", content: <CalendarTab /> },
  { href: "/admin/puzzles", label: "Puzzles", content: <PuzzlesTab /> },
  { href: "/admin/events", label: "Events", content: <EventsTab /> },
  { href: "/admin/co-admins", label: "Co-Admins", content: <CoAdmins /> },
];

const Panel = ({ tab }: { tab: PanelTab }) => (
  <Page title={`${tab.label} - Admin Panel`}>
    <Stack gap={24}>
      <Row isTight>
        <h1>Admin Panel</h1>
        <LogOutButton />
      </Row>
      <Tabs label="Admin Panel" tabs={tabs} current={tab.href} />
    </Stack>
    {tab.content}
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
