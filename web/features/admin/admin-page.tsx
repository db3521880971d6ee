import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Redirect, useParams } from "wouter";
import { hasAccess } from "#contract/roles.ts";
import { LogOutButton } from "#web/features/accounts/log-out-button.tsx";
import { statusQuery, useSignedInUser } from "#web/features/accounts/queries.ts";
import { familyHasAdmin } from "#web/features/families/contacts.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Tabs } from "#web/ui/action/tabs.tsx";
import { Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page, PageLoading } from "#web/ui/page/page.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Loading, SkeletonRows } from "#web/ui/state/loading.tsx";
import { AdminLogin } from "./admin-login.tsx";
import { lastPart, rememberPart } from "./last-part.ts";
import { type PanelPart, partAt, tabs } from "./panel-tabs.ts";
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

const loading = (
  <Loading label="Loading" onRetry={() => location.reload()}>
    <SkeletonRows count={2} />
  </Loading>
);

function Content({ part }: { part: PanelPart }) {
  if (useSignedInUser()?.familyId === null) return <WithoutFamily title={part.label} />;
  return (
    <Suspense fallback={loading}>
      <part.Content />
    </Suspense>
  );
}

interface UsableTab {
  label: string;
  /** Opens its first part. */
  href: string;
  parts: readonly PanelPart[];
}

/** The tabs that this person can use, with the parts they can use, or undefined until their role is known. */
function useUsableTabs(): readonly UsableTab[] | undefined {
  const role = useStoredRole();
  const family = useFamily();
  const { isPending } = useQuery(statusQuery);
  if (!role && isPending) return undefined;
  // Until the family has loaded, only admins are known to be inviters.
  const member = role && { role, familyHasAdmin: !family || familyHasAdmin(family) };
  return tabs.flatMap(({ label, parts }) => {
    const usable = parts.filter(({ access }) => !member || hasAccess(access, member));
    return usable[0] ? [{ label, href: usable[0].href, parts: usable }] : [];
  });
}

interface PanelProps {
  part: PanelPart;
  usable: readonly UsableTab[];
}

function Panel({ part, usable }: PanelProps) {
  const tab = usable.find(({ parts }) => parts.includes(part));
  return (
    <Page title={`${part.label} - Admin Panel`}>
      <div className={styles.title}>
        <Row isTight>
          <h1>Admin Panel</h1>
          <LogOutButton />
        </Row>
      </div>
      {usable.length > 0 && (
        <Stack gap={12}>
          <Tabs label="Admin Panel" tabs={usable} current={tab?.href} />
          {tab && tab.parts.length > 1 && (
            <Tabs kind="parts" label={tab.label} tabs={tab.parts} current={part.href} />
          )}
          {tab && <p>{part.purpose}</p>}
        </Stack>
      )}
      <Content part={part} />
    </Page>
  );
}

/** Opens with any token, as the specification says. The server decides what each tab may show. */
function SignedInPanel({ name, asked }: { name: string | undefined; asked: PanelPart }) {
  const usable = useUsableTabs();
  const href = name && asked.href;
  useEffect(() => {
    if (href) rememberPart(href);
  }, [href]);
  if (!usable) return <PageLoading />;
  // The panel itself opens on the part used last, or on the first that this person can use. An address of another part
  // says who may see it.
  const parts = usable.flatMap((tab) => tab.parts);
  const start = parts.find((part) => part.href === lastPart()) ?? parts[0];
  if (!name && start && start !== asked) return <Redirect to={start.href} replace />;
  return <Panel part={asked} usable={usable} />;
}

export function AdminPage() {
  const { tab: name } = useParams<{ tab?: string }>();
  const isSignedIn = useToken() !== null;
  const asked = partAt(name);
  if (!asked) return <NotFoundPage />;
  return isSignedIn ? <SignedInPanel name={name} asked={asked} /> : <AdminLogin />;
}
