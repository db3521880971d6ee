import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { Columns, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { CalendarConnection } from "../google/calendar-connection.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { calendarSettingsQuery } from "./settings-queries.ts";
import { SubscribedCalendar } from "./subscribed-calendar.tsx";

const skeleton = <SkeletonRows count={3} />;

/** The tab for the calendars that the family's day comes from, and the kinds of events that it shows. */
export function CalendarTab() {
  const user = useSignedInUser();
  const settings = useQuery(calendarSettingsQuery);
  if (user && user.role !== "admin")
    return (
      <AccessDenied title="Calendar settings">
        The people who look after your family's page can change its calendar.
      </AccessDenied>
    );
  return (
    <Loaded of={settings} name="calendar settings" skeleton={skeleton}>
      {(settings) => (
        <Columns>
          <Stack gap={48}>
            <SettingsForm settings={settings} />
            {settings.feed && <SubscribedCalendar feed={settings.feed} events={settings.feedEvents} />}
          </Stack>
          <CalendarConnection isConnected={settings.isConnected} />
        </Columns>
      )}
    </Loaded>
  );
}
