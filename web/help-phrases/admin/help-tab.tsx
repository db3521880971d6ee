import { PastRequests } from "#web/help-requests/admin/past-requests.tsx";
import { FamilyPhrases } from "./family-phrases.tsx";

/** The tab where one changes what can be asked, and sees what was asked. */
export const HelpTab = () => (
  <>
    <FamilyPhrases />
    <PastRequests />
  </>
);
