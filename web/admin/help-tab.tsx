import { useStoredRole } from "#web/api/session.ts";
import { GuidesSection } from "#web/help/guides/guides-section.tsx";
import { FamilyPhrases } from "#web/help/phrases/admin/family-phrases.tsx";
import { PastRequests } from "#web/help/requests/past/past-requests.tsx";
import { ThingsSection } from "#web/help/things/things-section.tsx";

/**
 * The tab with the help phrases, guides, things around the house and past requests. The sections that this person can
 * use come first.
 */
export function HelpTab() {
  const isAdmin = useStoredRole() === "admin";
  return (
    <>
      {isAdmin && <FamilyPhrases />}
      <GuidesSection />
      <ThingsSection />
      <PastRequests />
      {!isAdmin && <FamilyPhrases />}
    </>
  );
}
