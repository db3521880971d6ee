// The screens that stand for the addresses of the app. A new address needs a screen here, so that it gets measured.
import { type ScreenPath, screenPaths } from "#contract/screens.ts";
import { addressPattern } from "#server/platform/http/pages.ts";

/** A measured screen, by its name, for each address. */
export const screenAt: Readonly<Record<ScreenPath, string>> = {
  "/": "landing",
  "/family/move": "a family from another server, with a file that is none",
  "/family/keep": "a family that can be kept by a link",
  "/family/invite": "a grandparent who invites the family",
  "/family/:familyId": "another family's page",
  "/help": "help",
  "/help/answer": "a link in a message that we didn't send",
  "/help/earlier": "earlier requests",
  "/help/:categoryId": "phrases, with “Something else” open",
  "/guides/:guide?/:part?": "guides, as Rose sees them",
  "/reachability/answer": "a test message's page",
  "/call": "call",
  "/video-call/:helpRequestId": "what Rose can show to the person who helps",
  "/things/:thingId": "a thing around the house",
  "/things/:part?": "things around the house",
  "/hellos": "hellos, with a heart",
  "/letter": "the Sunday letter",
  "/letter/stop": "the page that stops the Sunday letter",
  "/week": "week",
  "/invite": "invite",
  "/admin-login": "admin login",
  "/admin/co-admins/:invitationId/print": "a printed invitation",
  "/admin/family/:memberId/sign-in": "admin, a code that signs a member in",
  "/admin/:tab?": "admin, calendar",
  "/operator/:tab?": "operator, families",
  "/account": "Me",
  "/account/light": "my light, before it is used",
  "/account/email": "the link that confirms an e-mail address",
  "/account/undo": "a change that can be undone",
  "/sign-in": "sign in with a wrong code from the family",
  "/sign-in/link": "the link that signs somebody in",
  "/find": "find your family",
  "/privacy-policy": "privacy policy",
  "/terms-of-service": "terms of service",
};

/** The addresses that a screen stands for. */
export const addressesOf = (name: string): ScreenPath[] =>
  screenPaths.filter((path) => screenAt[path] === name);

/** The address pattern of a page. The first match wins, as in the app. */
export function addressOf(url: string): ScreenPath | undefined {
  const { pathname } = new URL(url);
  return screenPaths.find((path) => new RegExp(`^${addressPattern(path)}$`).test(pathname));
}
