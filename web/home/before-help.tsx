import { NobodyYet } from "#web/help/requests/nobody-yet.tsx";
import { ReachWarning } from "#web/reachability/reach-warning.tsx";

/** What somebody has to know before help is needed. */
export const BeforeHelp = () => (
  <>
    <NobodyYet />
    <ReachWarning />
  </>
);
