import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { DayEvent } from "#web/calendar/day-event.tsx";
import { TallLink } from "#web/ui/action/tall-link.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet, Together } from "#web/ui/text.tsx";
import { monthAndDay, weekday } from "#web/ui/time/clock.ts";
import { askAddress, editAddress } from "../manual-events/addresses.ts";
import type { WeekDay } from "./week-days.ts";

function EditLink({ event: { manualEventId, occurrence, title } }: { event: CalendarEvent }) {
  if (manualEventId === null) return null;
  const href = occurrence === null ? editAddress(manualEventId) : askAddress(manualEventId, occurrence);
  return (
    <TallLink href={href}>
      Edit<Hidden> {title}</Hidden>
    </TallLink>
  );
}

interface DaySectionProps {
  of: WeekDay;
  isToday: boolean;
  /** For those who may change what is planned. */
  canEdit: boolean;
}

/** One day of the week. */
export const DaySection = ({ of: { day, events }, isToday, canEdit }: DaySectionProps) => (
  <Section
    title={
      <>
        {weekday(day)}, <Together>{monthAndDay(day)}</Together> {isToday && <Badge>Today</Badge>}
      </>
    }
  >
    {events.length > 0 ? (
      <Rows as="ol">
        {events.map((event) => (
          <li key={event.id}>
            <Row isTight>
              <DayEvent event={event} />
              {canEdit && <EditLink event={event} />}
            </Row>
          </li>
        ))}
      </Rows>
    ) : (
      <Quiet>Nothing planned.</Quiet>
    )}
  </Section>
);
