import type { ComponentType } from "react";
import { HomePage } from "#web/home/home-page.tsx";
import { lazyNamed } from "#web/ui/page/lazy-named.ts";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

/** Every address of the app, first match wins; a page names its own title. */
export const pages: readonly PageRoute[] = [
  { path: "/", Page: HomePage },
  { path: "/family/:familyId", Page: lazyNamed(() => import("#web/home/family-page.tsx"), "FamilyPage") },
  { path: "/help", Page: lazyNamed(() => import("./help/phrases/help-page.tsx"), "HelpPage") },
  {
    path: "/help/answer",
    Page: lazyNamed(() => import("./help/answers/answer-page.tsx"), "AnswerPage"),
  },
  {
    path: "/help/:categoryId",
    Page: lazyNamed(() => import("./help/phrases/phrases-page.tsx"), "PhrasesPage"),
  },
  {
    path: "/reachability/answer",
    Page: lazyNamed(() => import("#web/reachability/answer/test-page.tsx"), "TestPage"),
  },
  { path: "/call", Page: lazyNamed(() => import("#web/families/call/call-page.tsx"), "CallPage") },
  { path: "/week", Page: lazyNamed(() => import("#web/calendar/week/week-page.tsx"), "WeekPage") },
  { path: "/invite", Page: lazyNamed(() => import("#web/invitations/invite-page.tsx"), "InvitePage") },
  { path: "/admin-login", Page: lazyNamed(() => import("#web/accounts/admin-login.tsx"), "AdminLoginPage") },
  {
    path: "/admin/co-admins/:invitationId/print",
    Page: lazyNamed(() => import("#web/invitations/printed/print-page.tsx"), "PrintPage"),
  },
  { path: "/admin/:tab?", Page: lazyNamed(() => import("#web/admin/admin-page.tsx"), "AdminPage") },
  {
    path: "/account",
    Page: lazyNamed(() => import("./me/me-page.tsx"), "AccountPage"),
  },
  {
    path: "/account/email",
    Page: lazyNamed(() => import("./accounts/settings/email-page.tsx"), "EmailPage"),
  },
  {
    path: "/account/undo",
    Page: lazyNamed(() => import("#web/accounts/undo/undo-page.tsx"), "UndoPage"),
  },
  {
    path: "/privacy-policy",
    Page: lazyNamed(() => import("#web/legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  },
  {
    path: "/terms-of-service",
    Page: lazyNamed(() => import("#web/legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
  },
  { path: "*", Page: lazyNamed(() => import("./not-found-page.tsx"), "NotFoundPage") },
];
