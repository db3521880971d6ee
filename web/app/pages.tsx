import { type ComponentType, useEffect } from "react";
import { useSearchParams } from "wouter";
import { type ScreenPath, screenPaths } from "#contract/screens.ts";
import { fetchRequestCards } from "#web/features/help/requests/current-requests.tsx";
import { useToken } from "#web/platform/api/session.ts";
import { lazyPage } from "#web/ui/page/lazy.tsx";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

const LandingPage = lazyPage(() => import("#web/features/landing/landing-page.tsx"), "LandingPage");
const SignupPage = lazyPage(() => import("#web/features/landing/signup-page.tsx"), "SignupPage");
const SignedInHome = lazyPage(() => import("#web/features/home/signed-in-home.tsx"), "SignedInHome");
const OpenFamily = lazyPage(() => import("#web/features/families/open-family.tsx"), "OpenFamily");

const HelpPage = lazyPage(() => import("#web/features/help/help-page.tsx"), "HelpPage");
const PhrasesPage = lazyPage(() => import("#web/features/help/phrases-page.tsx"), "PhrasesPage");

const ThingsPage = lazyPage(() => import("#web/features/help/things-page.tsx"), "ThingsPage");

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
  "/family/move": lazyPage(() => import("#web/features/admin/import-page.tsx"), "ImportPage"),
  "/family/keep": lazyPage(() => import("#web/features/personal-data/keep-page.tsx"), "KeepFamilyPage"),
  "/family/invite": lazyPage(
    () => import("#web/features/invitations/invite-family-page.tsx"),
    "InviteFamilyPage",
  ),
  "/help/answer": lazyPage(() => import("#web/features/help/answer-page.tsx"), "AnswerPage"),
  "/help/earlier": lazyPage(
    () => import("#web/features/help/earlier-requests-page.tsx"),
    "EarlierRequestsPage",
  ),
  "/guides/:guide?/:part?": lazyPage(() => import("#web/features/help/guides-page.tsx"), "GuidesPage"),
  "/reachability/answer": lazyPage(() => import("#web/features/reachability/test-page.tsx"), "TestPage"),
  "/call": lazyPage(() => import("#web/features/families/call/call-page.tsx"), "CallPage"),
  "/video-call/:helpRequestId": lazyPage(
    () => import("#web/features/help/video-call-page.tsx"),
    "VideoCallPage",
  ),
  "/things/:thingId": ThingsPage,
  "/things/:part?": ThingsPage,
  "/hellos": lazyPage(() => import("#web/features/hellos/hellos-page.tsx"), "HellosPage"),
  "/letter": lazyPage(() => import("#web/features/letters/letter-page.tsx"), "LetterPage"),
  "/letter/stop": lazyPage(() => import("#web/features/letters/stop-page.tsx"), "StopLetterPage"),
  "/week": lazyPage(() => import("#web/features/calendar/week/week-page.tsx"), "WeekPage"),
  "/invite": lazyPage(() => import("#web/features/invitations/invite-page.tsx"), "InvitePage"),
  "/admin-login": lazyPage(() => import("#web/features/admin/admin-login.tsx"), "AdminLoginPage"),
  "/admin/co-admins/:invitationId/print": lazyPage(
    () => import("#web/features/admin/print-page.tsx"),
    "PrintPage",
  ),
  "/admin/family/:memberId/sign-in": lazyPage(
    () => import("#web/features/admin/member-sign-in-page.tsx"),
    "MemberSignInPage",
  ),
  "/admin/:tab?": lazyPage(() => import("#web/features/admin/admin-page.tsx"), "AdminPage"),
  "/operator/:tab?": lazyPage(() => import("#web/features/operator/operator-page.tsx"), "OperatorPage"),
  "/sign-in": lazyPage(
    () => import("#web/features/accounts/sign-in-code/sign-in-code-page.tsx"),
    "SignInCodePage",
  ),
  "/sign-in/link": lazyPage(() => import("#web/features/accounts/sign-in-link-page.tsx"), "SignInLinkPage"),
  "/find": lazyPage(() => import("#web/features/cells/find-page.tsx"), "FindPage"),
  "/account": lazyPage(() => import("#web/features/me/me-page.tsx"), "AccountPage"),
  "/account/light": lazyPage(() => import("#web/features/lights/own-light-page.tsx"), "OwnLightPage"),
  "/account/email": lazyPage(() => import("#web/features/accounts/settings/email-page.tsx"), "EmailPage"),
  "/account/undo": lazyPage(() => import("#web/features/accounts/undo-page.tsx"), "UndoPage"),
  "/privacy-policy": lazyPage(
    () => import("#web/features/legal/privacy-policy-page.tsx"),
    "PrivacyPolicyPage",
  ),
  "/terms-of-service": lazyPage(
    () => import("#web/features/legal/terms-of-service-page.tsx"),
    "TermsOfServicePage",
  ),
  "*": lazyPage(() => import("#web/ui/page/not-found-page.tsx"), "NotFoundPage"),
};

/** Every screen with its address. The first match wins. */
export const pages: readonly PageRoute[] = [...screenPaths, "*" as const].map((path) => ({
  path,
  Page: pageAt[path],
}));
