import { accountScreens } from "./account.ts";
import { calendarScreens } from "./calendars.ts";
import { deviceScreens } from "./devices.ts";
import { eventScreens } from "./events.ts";
import { familyScreens } from "./families.ts";
import { helpScreens } from "./help.ts";
import { homeScreens } from "./home.ts";
import { invitationScreens } from "./invitations.ts";
import { panelScreens } from "./panel.ts";
import { proofScreens } from "./proof.ts";
import { publicScreens } from "./public.ts";
import { puzzleScreens } from "./puzzles.ts";
import { reachabilityInPanel, reachabilityScreens } from "./reachability.ts";
import { requestScreens } from "./requests.ts";
import { inviteScreens, signupScreens } from "./signing-up.ts";
import type { Screen } from "./visit.ts";

export const everydayScreens: readonly Screen[] = [
  ...publicScreens,
  ...signupScreens,
  ...inviteScreens,
  ...homeScreens,
  ...requestScreens,
  ...helpScreens,
  ...accountScreens,
  ...proofScreens,
  ...deviceScreens,
  ...reachabilityScreens,
];

export const screensOfPanel: readonly Screen[] = [
  ...panelScreens,
  ...calendarScreens,
  ...eventScreens,
  ...invitationScreens,
  ...familyScreens,
  ...reachabilityInPanel,
  ...puzzleScreens,
];
