import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { useToken } from "./api/session.ts";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

const LandingPage = lazyPage(() => import("./landing/landing-page.tsx"), "LandingPage");
const SignupPage = lazyPage(() => import("./home/signup-page.tsx"), "SignupPage");
const SignedInHome = lazyPage(() => import("./home/signed-in-home.tsx"), "SignedInHome");
const OpenFamily = lazyPage(() => import("./home/open-family.tsx"), "OpenFamily");

/** The three states of `/`. */
function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  if (search.has("signup")) return <SignupPage />;
  return isSignedIn ? <SignedInHome /> : <LandingPage />;
}

const FamilyPage = () => (
  <OpenFamily>
    <HomePage />
  </OpenFamily>
);

/** Every address of the app. The first match wins. */
export const pages: readonly PageRoute[] = [
  { path: "/", Page: HomePage },
  { path: "/family/:familyId", Page: FamilyPage },
  { path: "/help", Page: lazyPage(() => import("./help/help-page.tsx"), "HelpPage") },
  {
    path: "/help/answer",
    Page: lazyPage(() => import("./help/answers/answer-page.tsx"), "AnswerPage"),
  },
  {
    path: "/help/:categoryId",
    Page: lazyPage(() => import("./help/phrases-page.tsx"), "PhrasesPage"),
  },
  {
    path: "/reachability/answer",
    Page: lazyPage(() => import("./reachability/test-page.tsx"), "TestPage"),
  },
  { path: "/call", Page: lazyPage(() => import("#web/families/call/call-page.tsx"), "CallPage") },
  { path: "/week", Page: lazyPage(() => import("#web/calendar/week/week-page.tsx"), "WeekPage") },
  { path: "/invite", Page: lazyPage(() => import("#web/invitations/invite-page.tsx"), "InvitePage") },
  { path: "/admin-login", Page: lazyPage(() => import("#web/admin/admin-login.tsx"), "AdminLoginPage") },
  {
    path: "/admin/co-admins/:invitationId/print",
    Page: lazyPage(() => import("./admin/print-page.tsx"), "PrintPage"),
  },
  { path: "/admin/:tab?", Page: lazyPage(() => import("#web/admin/admin-page.tsx"), "AdminPage") },
  {
    path: "/account",
    Page: lazyPage(() => import("./me/me-page.tsx"), "AccountPage"),
  },
  {
    path: "/account/email",
    Page: lazyPage(() => import("./accounts/settings/email-page.tsx"), "EmailPage"),
  },
  {
    path: "/account/undo",
    Page: lazyPage(() => import("./accounts/undo-page.tsx"), "UndoPage"),
  },
  {
    path: "/privacy-policy",
    Page: lazyPage(() => import("#web/legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  },
  {
    path: "/terms-of-service",
    Page: lazyPage(() => import("#web/legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
  },
  { path: "*", Page: lazyPage(() => import("./ui/page/not-found-page.tsx"), "NotFoundPage") },
];
