// The work of the app besides showing its pages. It is loaded once they are shown.
import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { User } from "#contract/accounts/sign-in.ts";
import { statusQuery } from "./accounts/queries.ts";
import { startAfresh } from "./api/queries.ts";
import { onSessionChange, token } from "./api/session.ts";
import { forgetOtherFamilies } from "./families/kept-family.ts";
import { removeWaitingOfOthers } from "./help/requests/outbox-store.ts";
import { closeNotifications, closeOfOtherFamilies } from "./messages/open-notifications.ts";
import { dropOtherFamilies, dropOthers, ownerOf } from "./offline/answer-store.ts";
import { KeptAnswers } from "./offline/kept-answers.ts";
import { registerWorker } from "./offline/registration.ts";
import { toast } from "./ui/toast/toast.ts";

/** The name of the cache in kept-files.ts. */
const filesName = "porchlight-files";

// Messages can wait until the day is shown.
const subscription = () => import("./messages/subscription.ts");

/** Removes what is stored here for the person who was signed in before, and stops their messages on this device. */
async function clearUp(signIn: string | null): Promise<void> {
  if (signIn === null) await (await subscription()).pauseMessages();
  await dropOthers(signIn && (await ownerOf(signIn)));
  if (signIn !== null) return;
  await window.caches?.delete(filesName);
  await closeNotifications();
}

/** Repeats the reads that failed for lack of a connection or of a valid sign-in. */
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
      .then(async () => (await subscription()).checkSubscription())
      .catch(() => undefined);
  });
  // Another tab has signed in or out, so this screen may show another person's data.
  window.addEventListener("storage", ({ key }) => void (key === "token" && startAfresh(queries)));
}

/** Removes everything about families that this person has left from the device. */
async function forgetLeftFamilies({ id, families }: User): Promise<void> {
  const familyIds = families.map((family) => family.id);
  forgetOtherFamilies(familyIds);
  await dropOtherFamilies(familyIds);
  const unsent = await removeWaitingOfOthers(id, familyIds);
  // The server would never accept these requests, so the person is told that they were not sent.
  if (unsent > 0) {
    toast({
      title: "Not sent",
      description: "You're no longer in the family that you asked for help. Please call someone now.",
      variant: "destructive",
    });
  }
  await closeOfOtherFamilies(familyIds);
  const databases = await indexedDB.databases();
  // Most devices never send a picture or a voice message, so this is not part of home's files.
  if (databases.some(({ name }) => name === "porchlight-files"))
    await (await import("./help/replies/outbox-store.ts")).removeFilesOfOthers(id, familyIds);
  if (await window.caches?.has(filesName))
    await (await import("./offline/kept-files.ts")).dropFilesOfOthers(familyIds);
}

/** Runs the check each time that the server says which families the person is in. */
function followFamilies(queries: QueryClient): void {
  const check = () => {
    const user = queries.getQueryData(statusQuery.queryKey)?.user;
    if (user) forgetLeftFamilies(user).catch(() => undefined);
  };
  check();
  queries.getQueryCache().subscribe((event) => {
    const isStatus = event.query.queryHash === hashKey(statusQuery.queryKey);
    if (isStatus && event.type === "updated" && event.action.type === "success") check();
  });
}

export function startBackground(queries: QueryClient): void {
  new KeptAnswers(queries, {
    queryKey: statusQuery.queryKey,
    familyId: () => queries.getQueryData(statusQuery.queryKey)?.user.familyId,
  }).start();
  followFamilies(queries);
  followSignIn(queries);
  window.addEventListener("online", () => void readAgain(queries));
  void registerWorker()
    .then(async () => (await subscription()).followSubscription())
    .catch(() => undefined);
}
