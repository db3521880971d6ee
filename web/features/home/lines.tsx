// The lines that home shows above and below the day when there is something to say. A new line is added here.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { MissedInvitationLine } from "#web/features/accounts/missed-invitation.tsx";
import { staleCalendarsQuery } from "#web/features/calendar/queries.ts";
import { StaleCalendars } from "#web/features/calendar/subscribed-calendar.tsx";
import { NumberToCall } from "#web/features/families/call/number-to-call.tsx";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { MyFamilies } from "#web/features/families/family-links.tsx";
import { useFamily } from "#web/features/families/queries.ts";
import { helpRequestsQuery } from "#web/features/help/requests/queries.ts";
import { isOpen } from "#web/features/help/requests/request-words.ts";
import { InstallHint } from "#web/features/installation/install-hint.tsx";
import { isTouched } from "#web/features/installation/platform.ts";
import { FamilyEnding } from "#web/features/personal-data/family-ending.tsx";
import { ReachWarning } from "#web/features/reachability/reach-warning.tsx";
import { untilSignOut, useStoredRole } from "#web/platform/api/session.ts";
import { closeToast, toast, useCurrentToast } from "#web/ui/toast/toast.ts";
import { FirstSteps } from "./first-steps.tsx";

const offeredKey = `${untilSignOut}admin-offered`;
const offerTitle = "You look after this page";

/** Offers the panel to an admin on home, once a day per device, while nobody needs help. */
function AdminOffer(): null {
  const [path, navigate] = useLocation();
  const { day } = useFamilyClock();
  const shown = useCurrentToast();
  const offer = shown?.title === offerTitle ? shown : null;
  const isWanted = path === "/";
  const isDue = isWanted && shown === null && localStorage.getItem(offeredKey) !== day;
  const { data: requests } = useQuery({ ...helpRequestsQuery, enabled: isWanted });
  const isCalm = requests?.some(isOpen) === false;
  useEffect(() => {
    if (offer && !isCalm) closeToast(offer);
    if (!isDue || !isCalm) return;
    localStorage.setItem(offeredKey, day);
    toast({ title: offerTitle, action: { label: "Go to Admin", onPress: () => navigate("/admin") } });
  }, [offer, isDue, isCalm, day, navigate]);
  // The offer belongs to home, so it closes with it.
  useEffect(() => (offer ? () => closeToast(offer) : undefined), [offer]);
  return null;
}

/** The lines that the family should see before somebody needs help. */
export function LinesAboveTheDay() {
  const family = useFamily();
  return (
    <>
      <MissedInvitationLine />
      {family?.deletion && <FamilyEnding family={family} />}
      <FirstSteps />
      <NumberToCall />
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
      {/* A device without a touch screen has no home screen. */}
      {isTouched() && <InstallHint />}
    </>
  );
}
