// Closes notifications that this device shows.
import type { PushPayload } from "#contract/push-payload.ts";
import { inTime } from "#web/platform/offline/time-limit.ts";

async function openNotifications(): Promise<Notification[]> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.getNotifications()) ?? [];
}

async function closeWhere(isClosed: (familyId: number | undefined) => boolean): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  for (const notification of await inTime(openNotifications())) {
    // The service worker checked this data before it showed the notification.
    const notice: PushPayload | null = notification.data;
    if (isClosed(notice?.familyId)) notification.close();
  }
}

export const closeNotifications = (): Promise<void> => closeWhere(() => true);

/** Closes notifications about other families. Those about no family stay while the person is in one. */
export const closeOfOtherFamilies = (familyIds: readonly number[]): Promise<void> =>
  closeWhere((familyId) => (familyId === undefined ? familyIds.length === 0 : !familyIds.includes(familyId)));
