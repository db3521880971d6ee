import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { Refused } from "#web/admin/refused.tsx";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { CalendarConnection } from "../google/calendar-connection.tsx";
import { FollowedCalendar } from "./followed-calendar.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { calendarSettingsQuery } from "./settings-queries.ts";

const skeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);

/** The tab where one chooses what the family's day shows, and where it comes from. */
export function CalendarTab() {
  const user = useSignedInUser();
  const settings = useQuery(calendarSettingsQuery);
  if (user && user.role !== "admin")
    return (
      <Refused title="Calendar settings">
        The people who look after your family's page can change its calendar.
      </Refused>
    );
  return (
    <Loaded of={settings} name="calendar settings" skeleton={skeleton}>
      {(settings) => (
        <Columns>
          <Stack gap={48}>
            <SettingsForm settings={settings} />
            {settings.feed && <FollowedCalendar feed={settings.feed} events={settings.feedEvents} />}
          </Stack>
          <CalendarConnection isConnected={settings.isConnected} />
        </Columns>
      )}
    </Loaded>
  );
}
