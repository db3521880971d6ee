import { FamilyPhrases } from "#web/help/phrases/admin/family-phrases.tsx";
import { PlanSection } from "#web/help/plan/plan-section.tsx";
import { PastRequests } from "#web/help/requests/admin/past-requests.tsx";

/** The tab with the help phrases, the escalation plan and past requests. */
export const HelpTab = () => (
  <>
    <FamilyPhrases />
    <PlanSection />
    <PastRequests />
  </>
);
