// What the app does on a device beside showing its pages. Fetched once they are shown.
import type { QueryClient } from "@tanstack/react-query";
import { startAfresh } from "#web/api/queries.ts";
import { onSessionChange, token } from "#web/api/session.ts";
import { closeNotifications } from "#web/messages/shown.ts";
import { checkSubscription, followSubscription, pauseMessages } from "#web/messages/subscription.ts";
import { dropOthers } from "./answer-store.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { followFamilies } from "./left-families.ts";
import { ownerOf } from "./owner.ts";
import { registerWorker } from "./registration.ts";

/** Nothing of the day of whoever was signed in before stays on the device, and no message of theirs comes to it. */
async function clearUp(signIn: string | null): Promise<void> {
  if (signIn === null) await pauseMessages();
  await dropOthers(signIn && (await ownerOf(signIn)));
  if (signIn === null) await closeNotifications();
}

/** What could not be read, for want of a connection or of a sign-in that holds, is read when there is one. */
const readAgain = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });

function followSignIn(queries: QueryClient): void {
  let before = token();
  void clearUp(before).catch(() => undefined);
  onSessionChange(() => {
    if (token() === before) return;
    before = token();
    if (before !== null) void readAgain(queries);
    void clearUp(before)
      .then(checkSubscription)
      .catch(() => undefined);
  });
  // In another tab: what is on this screen may be somebody else's.
  window.addEventListener("storage", ({ key }) => void (key === "token" && startAfresh(queries)));
}

export function settleIn(queries: QueryClient): void {
  new KeptAnswers(queries).start();
  followFamilies(queries);
  followSignIn(queries);
  window.addEventListener("online", () => void readAgain(queries));
  void registerWorker()
    .then(followSubscription)
    .catch(() => undefined);
}
