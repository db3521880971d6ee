/** The addresses of the screens. The first match wins. At any other address the server answers 404. */
export const screenPaths = [
  "/",
  "/family/:familyId",
  "/help",
  "/help/answer",
  "/help/:categoryId",
  "/reachability/answer",
  "/call",
  "/video-call/:helpRequestId",
  "/week",
  "/invite",
  "/admin-login",
  "/admin/co-admins/:invitationId/print",
  "/admin/:tab?",
  "/account",
  "/account/email",
  "/account/undo",
  "/privacy-policy",
  "/terms-of-service",
] as const;
export type ScreenPath = (typeof screenPaths)[number];
