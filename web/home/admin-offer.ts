import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { untilSignOut, useStoredRole } from "#web/api/session.ts";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { isOpen } from "#web/help/requests/open-state.ts";
import { helpRequestsQuery } from "#web/help/requests/queries.ts";
import { useToastLift } from "#web/ui/toast/free-place.ts";
import { closeToast, toast, useCurrentToast } from "#web/ui/toast/toast.ts";

const key = `${untilSignOut}admin-offered`;
const title = "You look after this page";

/** Offers the panel to an admin on home, once a day on a device. It never lies over a request or a button. */
export function useAdminOffer(): void {
  const [path, navigate] = useLocation();
  const { day } = useFamilyClock();
  const shown = useCurrentToast();
  const offered = shown?.title === title ? shown : undefined;
  const isWanted = useStoredRole() === "admin" && path === "/";
  const isDue = isWanted && shown === null && localStorage.getItem(key) !== day;
  const { data: requests } = useQuery({ ...helpRequestsQuery, enabled: isWanted });
  const isCalm = requests?.some(isOpen) === false;
  const lift = useToastLift(offered !== undefined || isDue);
  useEffect(() => {
    // The page has moved below it, or somebody needs help now.
    if (offered && (!isCalm || lift !== offered.lift)) closeToast();
    if (!isDue || !isCalm || lift === undefined) return;
    localStorage.setItem(key, day);
    const action = { label: "Go to Admin", onPress: () => navigate("/admin") };
    toast({ title, action, lift });
  }, [offered, isDue, isCalm, lift, day, navigate]);
  const isShown = offered !== undefined;
  // On another page it could lie over anything.
  useEffect(() => (isShown ? closeToast : undefined), [isShown]);
}
