import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useStoredRole } from "#web/api/session.ts";
import { isOpen } from "#web/help/requests/progress.ts";
import { helpRequestsQuery } from "#web/help/requests/queries.ts";
import { toast, useCurrentToast } from "#web/ui/toast/toast.ts";

// A visit lasts until the page is reloaded.
let wasOffered = false;

/** Offers the panel to an admin on home, once a visit, when nobody needs help and no other toast is shown. */
export function useAdminOffer(): void {
  const [path, navigate] = useLocation();
  const isAdmin = useStoredRole() === "admin";
  const isFree = useCurrentToast() === null;
  const { data: requests } = useQuery({ ...helpRequestsQuery, enabled: isAdmin });
  const isCalm = requests?.some(isOpen) === false;
  useEffect(() => {
    if (wasOffered || !isAdmin || !isFree || !isCalm || path !== "/") return;
    wasOffered = true;
    toast({
      title: "You look after this page",
      description: "You can change what your family sees here.",
      action: { label: "Go to Admin", onPress: () => navigate("/admin") },
    });
  }, [isAdmin, isFree, isCalm, path, navigate]);
}
