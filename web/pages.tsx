import { type ComponentType, lazy } from "react";
import { HomePage } from "#web/home/home-page.tsx";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

/** A page that is loaded when somebody goes there. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Every address of the app, first match wins; a page names its own title. */
export const pages: readonly PageRoute[] = [
  { path: "/", Page: HomePage },
  { path: "/family/:familyId", Page: page(() => import("#web/home/family-page.tsx"), "FamilyPage") },
  { path: "/help", Page: page(() => import("#web/help-phrases/help-page.tsx"), "HelpPage") },
  {
    path: "/help/:categoryId",
    Page: page(() => import("#web/help-phrases/phrases-page.tsx"), "PhrasesPage"),
  },
  { path: "/invite", Page: page(() => import("#web/invitations/invite-page.tsx"), "InvitePage") },
  { path: "/admin-login", Page: page(() => import("#web/accounts/admin-login.tsx"), "AdminLoginPage") },
  { path: "/admin/:tab?", Page: page(() => import("#web/admin/admin-page.tsx"), "AdminPage") },
  { path: "/account", Page: page(() => import("#web/accounts/account/account-page.tsx"), "AccountPage") },
  {
    path: "/privacy-policy",
    Page: page(() => import("#web/legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  },
  {
    path: "/terms-of-service",
    Page: page(() => import("#web/legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
  },
  { path: "*", Page: page(() => import("#web/not-found/not-found-page.tsx"), "NotFoundPage") },
];
