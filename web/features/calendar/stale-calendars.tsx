import type { StaleCalendar } from "#contract/calendar/settings.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Ago } from "#web/ui/time/times.tsx";

/** Names subscribed calendars that may be out of date. The panel says why. */
export const StaleCalendars = ({ of: stale }: { of: StaleCalendar[] }) => (
  <Stack gap={4}>
    {stale.map(({ name, updatedAt }) => (
      <Quiet key={name + updatedAt}>
        “{name}” was last updated <Ago at={updatedAt} />. It may have changed since.
      </Quiet>
    ))}
  </Stack>
);
