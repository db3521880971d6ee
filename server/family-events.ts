// Updates other nouns when a family changes.
import { refetchCalendars } from "#server/features/calendar/subscriptions/subscriptions.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { releaseRequests, reviewOpenRequests } from "#server/features/help/requests/member-changes.ts";
import { recheckLights } from "#server/features/lights/lights.ts";

export const familyEvents: FamilyEvents = {
  helperLost: releaseRequests,
  membersChanged: reviewOpenRequests,
  async timeZoneChanged(trx, familyId) {
    await refetchCalendars(trx, familyId);
    await recheckLights(trx, familyId);
  },
};
