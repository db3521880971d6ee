// A live region that is lost is missed by nobody who can see, and one too many reads everything out twice. So each is listed
// here. What holds for all of them on the screen is tested with the screens, in support/measures/each-screen.ts.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "../web");

/** An element or component that is read out. `status` waits until the reader pauses, `alert` interrupts. */
const tag =
  /<[a-zA-Z](?:[^<>]|=>)*?\b(?:role="(status|alert|log)"|aria-live="(\w+)"|(isAlert)\b)|<(output|StatusMessage)\b/g;

const kindOf: Readonly<Record<string, string>> = {
  isAlert: "alert",
  StatusMessage: "status",
  output: "status",
};

function regionsIn(path: string): string {
  const found = [...readFileSync(join(web, path), "utf8").matchAll(tag)];
  return found
    .map((match) => match.slice(1).find(Boolean) ?? "")
    .map((name) => kindOf[name] ?? name)
    .join(" ");
}

/** The regions of each file, in their order. */
const listed: Readonly<Record<string, string>> = {
  "features/accounts/codes/address-forms.tsx": "alert",
  "features/accounts/codes/code-form.tsx": "status",
  "features/accounts/passkeys/passkey-sign-in.tsx": "alert",
  "features/accounts/pictures/picture-editor.tsx": "alert status",
  "features/accounts/proof-dialog.tsx": "alert",
  "features/accounts/settings/email-page.tsx": "alert",
  "features/accounts/settings/names-section.tsx": "status",
  "features/accounts/settings/own-email.tsx": "status",
  "features/accounts/settings/password-section.tsx": "status",
  "features/accounts/settings/phone-section.tsx": "status status",
  "features/accounts/sign-in-code/shown-code.tsx": "alert",
  "features/accounts/undo-page.tsx": "alert",
  "features/birthdays/birthday-form.tsx": "status",
  "features/birthdays/greeting-given.tsx": "status",
  "features/birthdays/greetings-heard.tsx": "status",
  "features/calendar/admin/calendar-tab.tsx": "status alert",
  "features/calendar/google/calendar-connection.tsx": "alert status",
  "features/calendar/manual-events/one-line/one-line-form.tsx": "status",
  "features/calendar/reminders/reminder-form.tsx": "status",
  "features/calendar/subscribed-calendar.tsx": "status",
  "features/cells/find-page.tsx": "alert",
  "features/cells/moved-notice.tsx": "status",
  "features/families/admin/family-form.tsx": "status",
  "features/families/leave-section.tsx": "alert",
  "features/hellos/answers.tsx": "status",
  "features/hellos/giving.tsx": "status alert alert alert",
  "features/hellos/hello-view.tsx": "status",
  "features/hellos/home-hellos.tsx": "status",
  "features/hellos/question-asked.tsx": "status",
  "features/hellos/quick-recording.tsx": "status alert",
  "features/help/answer-page.tsx": "alert",
  "features/help/phrase-row.tsx": "status alert",
  "features/help/phrases/admin/family-phrases.tsx": "status",
  "features/help/pictures/drawing-board.tsx": "status",
  "features/help/pictures/picture-taking.tsx": "alert",
  "features/help/plan/form/plan-form.tsx": "alert status",
  "features/help/plan/form/step-list.tsx": "status",
  "features/help/plan/plan-summary.tsx": "status",
  "features/help/plan/plan-tab.tsx": "status",
  "features/help/replies/thread.tsx": "alert log",
  "features/help/replies/voice-messages.tsx": "alert",
  "features/help/requests/announcements.tsx": "status",
  "features/help/requests/connection-banner.tsx": "alert",
  "features/help/things/thing-list.tsx": "alert",
  "features/help/video-calls/showing.tsx": "alert status",
  "features/help/video-calls/watching.tsx": "alert",
  "features/help/webhook/webhook-section.tsx": "status",
  "features/invitations/family-invitations.tsx": "status",
  "features/invitations/invite-error.tsx": "alert alert status",
  "features/invitations/join-card.tsx": "alert alert",
  "features/letters/stop-page.tsx": "alert",
  "features/lights/home-lights.tsx": "status status",
  "features/lights/own-light-page.tsx": "status status",
  "features/personal-data/export-and-deletion.tsx": "alert alert",
  "features/personal-data/import-form.tsx": "alert",
  "features/personal-data/keep-page.tsx": "alert",
  "features/phone-doors/phone-door-form.tsx": "status",
  "features/reachability/alerts-step.tsx": "status",
  "features/reachability/test-page.tsx": "alert",
  "ui/form/form.tsx": "alert alert",
  "ui/page/frame.tsx": "status alert",
  "ui/state/error-message.tsx": "alert",
  "ui/state/loaded.tsx": "alert alert",
  "ui/state/loading.tsx": "status",
  "ui/state/status-message.tsx": "status",
  "ui/voice/player.tsx": "alert",
  "ui/surface/note.tsx": "alert",
};

test("every live region of the web is listed", () => {
  const files = globSync("**/*.tsx", { cwd: web }).sort();
  const regions = files.map((path) => [path, regionsIn(path)] as const).filter(([, kinds]) => kinds !== "");
  expect(Object.fromEntries(regions)).toEqual(listed);
});
