import { type ComponentType, useEffect } from "react";
import { useSearchParams } from "wouter";
import { type ScreenPath, screenPaths } from "#contract/screens.ts";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { useToken } from "./api/session.ts";
import { fetchRequestCards } from "./help/requests/current-requests.tsx";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

const LandingPage = lazyPage(() => import("./landing/landing-page.tsx"), "LandingPage");
const SignupPage = lazyPage(() => import("./signup/signup-page.tsx"), "SignupPage");
const SignedInHome = lazyPage(() => import("./home/signed-in-home.tsx"), "SignedInHome");
const OpenFamily = lazyPage(() => import("./families/open-family.tsx"), "OpenFamily");

const HelpPage = lazyPage(() => import("./help/help-page.tsx"), "HelpPage");
const PhrasesPage = lazyPage(() => import("./help/phrases-page.tsx"), "PhrasesPage");

const ThingsPage = lazyPage(() => import("./help/things-page.tsx"), "ThingsPage");

/** Fetches home's code before the first render, so that no loading page shows before it. */
export const fetchHome = SignedInHome.fetch;

/** Fetches the pages that a person may open after the first tap. */
const fetchFurtherPages = () =>
  Promise.all([PhrasesPage.fetch(), fetchRequestCards()])
    // If there is no connection now, each page is fetched again when it is opened.
    .catch(() => undefined);

/** The three states of `/`. */
function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  // The first page of help comes in advance, so that the first tap on "I Need Help" shows it at once.
  useEffect(() => {
    if (isSignedIn) void HelpPage.fetch();
  }, [isSignedIn]);
  if (search.has("signup")) return <SignupPage />;
  return isSignedIn ? <SignedInHome onShown={fetchFurtherPages} /> : <LandingPage />;
}

const FamilyPage = () => (
  <OpenFamily>
    <HomePage />
  </OpenFamily>
);

const pageAt: Readonly<Record<ScreenPath | "*", ComponentType>> = {
  "/": HomePage,
  "/family/:familyId": FamilyPage,
  "/help": HelpPage,
  "/help/:categoryId": PhrasesPage,
  "/family/move": lazyPage(() => import("./admin/import-page.tsx"), "ImportPage"),
  "/family/keep": lazyPage(() => import("./data/keep-page.tsx"), "KeepFamilyPage"),
  "/help/answer": lazyPage(() => import("./help/answers/answer-page.tsx"), "AnswerPage"),
  "/help/earlier": lazyPage(() => import("./help/earlier-requests-page.tsx"), "EarlierRequestsPage"),
  "/guides/:guide?/:part?": lazyPage(() => import("./help/guides-page.tsx"), "GuidesPage"),
  "/reachability/answer": lazyPage(() => import("./reachability/test-page.tsx"), "TestPage"),
  "/call": lazyPage(() => import("./families/call/call-page.tsx"), "CallPage"),
  "/video-call/:helpRequestId": lazyPage(() => import("./help/video-call-page.tsx"), "VideoCallPage"),
  "/things/:thingId": ThingsPage,
  "/things/:part?": ThingsPage,
  "/week": lazyPage(() => import("./calendar/week/week-page.tsx"), "WeekPage"),
  "/invite": lazyPage(() => import("./invitations/invite-page.tsx"), "InvitePage"),
  "/admin-login": lazyPage(() => import("./admin/admin-login.tsx"), "AdminLoginPage"),
  "/admin/co-admins/:invitationId/print": lazyPage(() => import("./admin/print-page.tsx"), "PrintPage"),
  "/admin/family/:memberId/sign-in": lazyPage(
    () => import("./admin/member-sign-in-page.tsx"),
    "MemberSignInPage",
  ),
  "/admin/:tab?": lazyPage(() => import("./admin/admin-page.tsx"), "AdminPage"),
  "/sign-in": lazyPage(() => import("./accounts/sign-in-code/sign-in-code-page.tsx"), "SignInCodePage"),
  "/account": lazyPage(() => import("./me/me-page.tsx"), "AccountPage"),
  "/account/email": lazyPage(() => import("./accounts/settings/email-page.tsx"), "EmailPage"),
  "/account/undo": lazyPage(() => import("./accounts/undo-page.tsx"), "UndoPage"),
  "/privacy-policy": lazyPage(() => import("./legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  "/terms-of-service": lazyPage(() => import("./legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
  "*": lazyPage(() => import("./ui/page/not-found-page.tsx"), "NotFoundPage"),
};

/** Every screen with its address. The first match wins. */
export const pages: readonly PageRoute[] = [...screenPaths, "*" as const].map((path) => ({
  path,
  Page: pageAt[path],
}));
