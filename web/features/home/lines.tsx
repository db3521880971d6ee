// The lines that home shows above and below the day when there is something to say. A new line is added here.
import { useQuery } from "@tanstack/react-query";
import { MissedInvitationLine } from "#web/features/accounts/missed-invitation-line.tsx";
import { staleCalendarsQuery } from "#web/features/calendar/queries.ts";
import { MyFamilies } from "#web/features/families/my-families.tsx";
import { useFamily } from "#web/features/families/queries.ts";
import { NobodyYet } from "#web/features/help/requests/nobody-yet.tsx";
import { isTouched } from "#web/features/installation/platform.ts";
import { ReachWarning } from "#web/features/reachability/reach-warning.tsx";
import { useStoredRole } from "#web/platform/api/session.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";

// A device without a touch screen has no home screen.
const InstallHint = lazyPart(() => import("#web/features/installation/install-hint.tsx"), "InstallHint");
const AdminOffer = lazyPart(() => import("./admin-offer.ts"), "AdminOffer");
const StaleCalendars = lazyPart(() => import("#web/features/calendar/stale-calendars.tsx"), "StaleCalendars");
const FamilyEnding = lazyPart(() => import("#web/features/personal-data/family-ending.tsx"), "FamilyEnding");

/** The lines that the family should see before somebody needs help. */
export function LinesAboveTheDay() {
  const family = useFamily();
  return (
    <>
      <MissedInvitationLine />
      {family?.deletion && <FamilyEnding family={family} />}
      <NobodyYet />
      <ReachWarning />
    </>
  );
}

/** The lines that can wait until the day is on the screen. */
export function LinesBelowTheDay() {
  const { data: stale = [] } = useQuery(staleCalendarsQuery);
  const isAdmin = useStoredRole() === "admin";
  return (
    <>
      {isAdmin && <AdminOffer />}
      {stale.length > 0 && <StaleCalendars of={stale} />}
      <MyFamilies />
      {isTouched() && <InstallHint />}
    </>
  );
}
