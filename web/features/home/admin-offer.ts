import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { helpRequestsQuery } from "#web/features/help/requests/queries.ts";
import { isOpen } from "#web/features/help/requests/request-words.ts";
import { untilSignOut } from "#web/platform/api/session.ts";
import { closeToast, toast, useCurrentToast } from "#web/ui/toast/toast.ts";

const key = `${untilSignOut}admin-offered`;
const title = "You look after this page";

/** Offers the panel to an admin on home, once a day per device, while nobody needs help. */
export function AdminOffer(): null {
  const [path, navigate] = useLocation();
  const { day } = useFamilyClock();
  const shown = useCurrentToast();
  const offer = shown?.title === title ? shown : null;
  const isWanted = path === "/";
  const isDue = isWanted && shown === null && localStorage.getItem(key) !== day;
  const { data: requests } = useQuery({ ...helpRequestsQuery, enabled: isWanted });
  const isCalm = requests?.some(isOpen) === false;
  useEffect(() => {
    if (offer && !isCalm) closeToast(offer);
    if (!isDue || !isCalm) return;
    localStorage.setItem(key, day);
    toast({ title, action: { label: "Go to Admin", onPress: () => navigate("/admin") } });
  }, [offer, isDue, isCalm, day, navigate]);
  // The offer belongs to home, so it closes with it.
  useEffect(() => (offer ? () => closeToast(offer) : undefined), [offer]);
  return null;
}
