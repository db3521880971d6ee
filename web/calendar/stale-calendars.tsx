import { useQuery } from "@tanstack/react-query";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Ago } from "#web/ui/time/times.tsx";
import { staleCalendarsQuery } from "./queries.ts";

/** Names subscribed calendars that may be out of date. The panel says why. */
export function StaleCalendars() {
  const { data: stale = [] } = useQuery(staleCalendarsQuery);
  if (stale.length === 0) return null;
  return (
    <Stack gap={4}>
      {stale.map(({ name, updatedAt }) => (
        <Quiet key={name + updatedAt}>
          “{name}” was last updated <Ago at={updatedAt} />. It may have changed since.
        </Quiet>
      ))}
    </Stack>
  );
}
