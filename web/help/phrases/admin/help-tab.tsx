import { PlanSection } from "../../plan/plan-section.tsx";
import { PastRequests } from "../../requests/admin/past-requests.tsx";
import { FamilyPhrases } from "./family-phrases.tsx";

/** The tab where one changes what can be asked and who hears of it, and sees what was asked. */
export const HelpTab = () => (
  <>
    <FamilyPhrases />
    <PlanSection />
    <PastRequests />
  </>
);
