// The pages that home does not fetch. They are listed in a separate file, so that home's files don't name all of theirs.
import type { ComponentType } from "react";
import type { ScreenPath } from "#contract/screens.ts";
import { lazyPage } from "#web/ui/page/lazy.tsx";

export type OtherPath = Exclude<ScreenPath, "/" | "/family/:familyId" | "/help" | "/help/:categoryId"> | "*";

const ThingsPage = lazyPage(() => import("./help/things-page.tsx"), "ThingsPage");

export const otherPages: Readonly<Record<OtherPath, ComponentType>> = {
  "/family/move": lazyPage(() => import("./admin/import-page.tsx"), "ImportPage"),
  "/family/keep": lazyPage(() => import("./data/keep-page.tsx"), "KeepFamilyPage"),
  "/help/answer": lazyPage(() => import("./help/answers/answer-page.tsx"), "AnswerPage"),
  "/help/earlier": lazyPage(() => import("./help/earlier-requests-page.tsx"), "EarlierRequestsPage"),
  "/guides/:guide?/:part?": lazyPage(() => import("./help/guides-page.tsx"), "GuidesPage"),
  "/reachability/answer": lazyPage(() => import("./reachability/test-page.tsx"), "TestPage"),
  "/call": lazyPage(() => import("#web/families/call/call-page.tsx"), "CallPage"),
  "/video-call/:helpRequestId": lazyPage(() => import("./help/video-call-page.tsx"), "VideoCallPage"),
  "/things/:thingId": ThingsPage,
  "/things/:part?": ThingsPage,
  "/week": lazyPage(() => import("#web/calendar/week/week-page.tsx"), "WeekPage"),
  "/invite": lazyPage(() => import("#web/invitations/invite-page.tsx"), "InvitePage"),
  "/admin-login": lazyPage(() => import("#web/admin/admin-login.tsx"), "AdminLoginPage"),
  "/admin/co-admins/:invitationId/print": lazyPage(() => import("./admin/print-page.tsx"), "PrintPage"),
  "/admin/family/:memberId/sign-in": lazyPage(
    () => import("./admin/member-sign-in-page.tsx"),
    "MemberSignInPage",
  ),
  "/admin/:tab?": lazyPage(() => import("#web/admin/admin-page.tsx"), "AdminPage"),
  "/sign-in": lazyPage(() => import("./accounts/sign-in-code/sign-in-code-page.tsx"), "SignInCodePage"),
  "/account": lazyPage(() => import("./me/me-page.tsx"), "AccountPage"),
  "/account/email": lazyPage(() => import("./accounts/settings/email-page.tsx"), "EmailPage"),
  "/account/undo": lazyPage(() => import("./accounts/undo-page.tsx"), "UndoPage"),
  "/privacy-policy": lazyPage(() => import("#web/legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  "/terms-of-service": lazyPage(() => import("#web/legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
  "*": lazyPage(() => import("./ui/page/not-found-page.tsx"), "NotFoundPage"),
};
