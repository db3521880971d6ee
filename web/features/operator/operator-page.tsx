import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useParams } from "wouter";
import { ProofDialog } from "#web/features/accounts/proof-dialog.tsx";
import { accountQuery } from "#web/features/accounts/queries.ts";
import { useToken } from "#web/platform/api/session.ts";
import { type Tab, Tabs } from "#web/ui/action/tabs.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page, PageLoading } from "#web/ui/page/page.tsx";
import { FamiliesTab } from "./families-tab.tsx";
import { FiguresTab } from "./figures-tab.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";

interface OperatorTab extends Tab {
  Content: ComponentType;
}

const families: OperatorTab = { href: "/operator/families", label: "Families", Content: FamiliesTab };

const tabs: readonly OperatorTab[] = [
  families,
  { href: "/operator/people", label: "People", Content: PeopleTab },
  { href: "/operator/messages", label: "Messages", Content: MessagesTab },
  { href: "/operator/figures", label: "Figures", Content: FiguresTab },
  { href: "/operator/settings", label: "Settings", Content: SettingsTab },
];

const tabAt = (name: string | undefined): OperatorTab | undefined =>
  name === undefined ? families : tabs.find(({ href }) => href === `/operator/${name}`);

function OpenTab({ tab: { href, label, Content } }: { tab: OperatorTab }) {
  return (
    <Page title={`${label} - Operator`}>
      <h1>Operator</h1>
      <Tabs label="Operator" tabs={tabs} current={href} />
      <p>You see names, counts and sizes here, and never what a family writes or shows.</p>
      <Content />
      <ProofDialog />
    </Page>
  );
}

function SignedIn() {
  const { tab: name } = useParams<{ tab?: string }>();
  const { data: account, isPending } = useQuery(accountQuery);
  if (!account && isPending) return <PageLoading />;
  const tab = tabAt(name);
  return account?.isOperator && tab ? <OpenTab tab={tab} /> : <NotFoundPage />;
}

/** To anybody but an operator, there is no such page. */
export const OperatorPage = () => (useToken() === null ? <NotFoundPage /> : <SignedIn />);
