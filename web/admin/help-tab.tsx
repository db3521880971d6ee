import { FamilyPhrases } from "#web/help/phrases/admin/family-phrases.tsx";
import { PlanSection } from "#web/help/plan/plan-section.tsx";
import { PastRequests } from "#web/help/requests/admin/past-requests.tsx";

/** The tab where one changes what can be asked and who hears of it, and sees what was asked. */
export const HelpTab = () => (
  <>
    <FamilyPhrases />
    <PlanSection />
    <PastRequests />
  </>
);
