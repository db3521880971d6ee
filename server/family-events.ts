// Updates other nouns when a family changes.
import { refetchCalendars } from "#server/features/calendar/subscriptions/subscriptions.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { removeHellosOf } from "#server/features/hellos/personal-data.ts";
import { releaseRequests, reviewOpenRequests } from "#server/features/help/requests/member-changes.ts";
import { recheckLetters } from "#server/features/letters/recipients.ts";
import { recheckLights } from "#server/features/lights/lights.ts";

export const familyEvents: FamilyEvents = {
  helperLost: releaseRequests,
  membersChanged: reviewOpenRequests,
  async timeZoneChanged(trx, familyId) {
    await refetchCalendars(trx, familyId);
    await recheckLights(trx, familyId);
    await recheckLetters(trx, familyId);
  },
  hellosUnwanted: removeHellosOf,
};
