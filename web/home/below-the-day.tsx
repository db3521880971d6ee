import { StaleCalendars } from "#web/calendar/stale/stale-calendars.tsx";
import { MyFamilies } from "#web/families/my-families.tsx";
import { InstallHint } from "#web/offline/installation/install-hint.tsx";
import { useAdminOffer } from "./admin-offer.ts";

/** What of home can wait until the day stands there. */
export function BelowTheDay() {
  useAdminOffer();
  return (
    <>
      <StaleCalendars />
      <MyFamilies />
      <InstallHint />
    </>
  );
}
