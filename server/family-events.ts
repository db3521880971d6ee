// Updates other nouns when a family changes.
import { refetchCalendars } from "./calendar/subscriptions/subscriptions.ts";
import type { FamilyEvents } from "./families/families.ts";
import { releaseRequests, reviewOpenRequests } from "./help/requests/member-changes.ts";

export const familyEvents: FamilyEvents = {
  helperLost: releaseRequests,
  membersChanged: reviewOpenRequests,
  timeZoneChanged: refetchCalendars,
};
