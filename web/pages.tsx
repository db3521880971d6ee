import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { type ScreenPath, screenPaths } from "#contract/screens.ts";
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

const screens: Readonly<Record<ScreenPath, ComponentType>> = {
  "/": HomePage,
  "/family/:familyId": FamilyPage,
  "/help": lazyPage(() => import("./help/help-page.tsx"), "HelpPage"),
  "/help/answer": lazyPage(() => import("./help/answers/answer-page.tsx"), "AnswerPage"),
  "/help/:categoryId": lazyPage(() => import("./help/phrases-page.tsx"), "PhrasesPage"),
  "/reachability/answer": lazyPage(() => import("./reachability/test-page.tsx"), "TestPage"),
  "/call": lazyPage(() => import("#web/families/call/call-page.tsx"), "CallPage"),
  "/video-call/:helpRequestId": lazyPage(
    () => import("./help/video-calls/video-call-page.tsx"),
    "VideoCallPage",
  ),
  "/week": lazyPage(() => import("#web/calendar/week/week-page.tsx"), "WeekPage"),
  "/invite": lazyPage(() => import("#web/invitations/invite-page.tsx"), "InvitePage"),
  "/admin-login": lazyPage(() => import("#web/admin/admin-login.tsx"), "AdminLoginPage"),
  "/admin/co-admins/:invitationId/print": lazyPage(() => import("./admin/print-page.tsx"), "PrintPage"),
  "/admin/:tab?": lazyPage(() => import("#web/admin/admin-page.tsx"), "AdminPage"),
  "/account": lazyPage(() => import("./me/me-page.tsx"), "AccountPage"),
  "/account/email": lazyPage(() => import("./accounts/settings/email-page.tsx"), "EmailPage"),
  "/account/undo": lazyPage(() => import("./accounts/undo-page.tsx"), "UndoPage"),
  "/privacy-policy": lazyPage(() => import("#web/legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  "/terms-of-service": lazyPage(() => import("#web/legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
};

const NotFoundPage = lazyPage(() => import("./ui/page/not-found-page.tsx"), "NotFoundPage");

/** Every screen with its address. The first match wins. */
export const pages: readonly PageRoute[] = [
  ...screenPaths.map((path) => ({ path, Page: screens[path] })),
  { path: "*", Page: NotFoundPage },
];
