// The work of the app besides showing its pages. It is loaded once they are shown.
import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { User } from "#contract/accounts/sign-in.ts";
import { statusQuery } from "#web/features/accounts/queries.ts";
import { forgetOtherFamilies } from "#web/features/families/stored-family.ts";
import { hellosOutbox } from "#web/features/hellos/outbox-store.ts";
import { filesOutbox } from "#web/features/help/replies/outbox-store.ts";
import { acknowledgementsOutbox } from "#web/features/help/requests/acknowledgement-outbox.ts";
import { requestsOutbox } from "#web/features/help/requests/outbox-store.ts";
import { tapsOutbox } from "#web/features/lights/tap.ts";
import { reportUse } from "#web/features/lights/use-report.ts";
import { closeNotifications, closeOfOtherFamilies } from "#web/features/messages/open-notifications.ts";
import { repeatFailedReads, startAfresh } from "#web/platform/api/queries.ts";
import { onSessionChange, token } from "#web/platform/api/session.ts";
import type { Outbox, Waiting } from "#web/platform/offline/outbox.ts";
import { registerWorker } from "#web/platform/offline/registration.ts";
import {
  dropOtherFamilies,
  dropOthers,
  ownerOf,
  StoredAnswers,
} from "#web/platform/offline/stored-answers.ts";
import { inTime } from "#web/platform/offline/time-limit.ts";
import { isLampLit } from "#web/ui/picture/lamp.tsx";
import { toast } from "#web/ui/toast/toast.ts";

/** The name of the cache in stored-files.ts. */
const filesName = "porchlight-files";

// The push service hears of it, too.
const maxPausingMs = 15_000;

// Messages can wait until the day is shown.
const subscription = () => import("#web/features/messages/subscription.ts");

const dropFiles = async (): Promise<unknown> => window.caches && inTime(window.caches.delete(filesName));

/**
 * Removes what is stored here for the person who was signed in before, and stops their messages on this device. No part
 * waits for another one, which may fail.
 */
async function clearUp(signIn: string | null): Promise<void> {
  const parts: Promise<unknown>[] = [dropOthers(signIn && (await ownerOf(signIn)))];
  if (signIn === null) {
    const pausing = subscription().then(({ pauseMessages }) => pauseMessages());
    parts.push(inTime(pausing, maxPausingMs), dropFiles(), closeNotifications());
  }
  await Promise.allSettled(parts);
}

function followSignIn(queries: QueryClient): void {
  let before = token();
  void clearUp(before).catch(() => undefined);
  onSessionChange(() => {
    if (token() === before) return;
    before = token();
    if (before !== null) void repeatFailedReads(queries);
    void clearUp(before)
      .then(async () => (await subscription()).checkSubscription())
      .catch(() => undefined);
  });
  // Another tab has signed in or out, so this screen may show another person's data.
  window.addEventListener("storage", ({ key }) => void (key === "token" && startAfresh(queries)));
}

async function removeUnsent(personId: number, familyIds: readonly number[]): Promise<void> {
  const unsent = await requestsOutbox.removeOfOthers(personId, familyIds);
  // The server would never accept these requests, so the person is told that they were not sent.
  if (unsent > 0) {
    toast({
      title: "Not sent",
      description: "You're no longer in the family that you asked for help. Please call someone now.",
      variant: "destructive",
    });
  }
}

/** Most devices never send a picture, a voice message or a hello, or never answer, so they have no such database. */
async function removeUnsentIn(
  outbox: Pick<Outbox<Waiting>, "database" | "removeOfOthers">,
  personId: number,
  familyIds: readonly number[],
): Promise<void> {
  const databases = await inTime(indexedDB.databases());
  if (databases.some(({ name }) => name === outbox.database))
    await outbox.removeOfOthers(personId, familyIds);
}

async function removeFiles(familyIds: readonly number[]): Promise<void> {
  if (window.caches && (await inTime(window.caches.has(filesName))))
    await (await import("#web/platform/offline/stored-files.ts")).dropFilesOfOthers(familyIds);
}

/** Removes everything about families that this person has left from the device. No part waits for another one. */
async function forgetLeftFamilies({ id, families }: User): Promise<void> {
  const familyIds = families.map((family) => family.id);
  forgetOtherFamilies(familyIds);
  await Promise.allSettled([
    dropOtherFamilies(familyIds),
    removeUnsent(id, familyIds),
    closeOfOtherFamilies(familyIds),
    removeUnsentIn(filesOutbox, id, familyIds),
    removeUnsentIn(hellosOutbox, id, familyIds),
    removeUnsentIn(acknowledgementsOutbox, id, familyIds),
    removeUnsentIn(tapsOutbox, id, familyIds),
    removeFiles(familyIds),
  ]);
}

/** Runs the check each time that the server says which families the person is in. */
function followFamilies(queries: QueryClient): void {
  const check = () => {
    const user = queries.getQueryData(statusQuery.queryKey)?.user;
    if (user) void forgetLeftFamilies(user);
  };
  check();
  queries.getQueryCache().subscribe((event) => {
    const isStatus = event.query.queryHash === hashKey(statusQuery.queryKey);
    if (isStatus && event.type === "updated" && event.action.type === "success") check();
  });
}

export function startBackground(queries: QueryClient): void {
  new StoredAnswers(queries, {
    queryKey: statusQuery.queryKey,
    familyId: () => queries.getQueryData(statusQuery.queryKey)?.user.familyId,
  }).start();
  followFamilies(queries);
  followSignIn(queries);
  reportUse(queries);
  void registerWorker(isLampLit)
    .then(async () => (await subscription()).followSubscription())
    .catch(() => undefined);
}
