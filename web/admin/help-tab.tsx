import { useStoredRole } from "#web/api/session.ts";
import { FamilyPhrases } from "#web/help/phrases/admin/family-phrases.tsx";
import { PastRequests } from "#web/help/requests/past/past-requests.tsx";

/** The tab with the help phrases and past requests. What this person can use comes first. */
export function HelpTab() {
  const isAdmin = useStoredRole() === "admin";
  return (
    <>
      {isAdmin && <FamilyPhrases />}
      <PastRequests />
      {!isAdmin && <FamilyPhrases />}
    </>
  );
}
