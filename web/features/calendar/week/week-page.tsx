import { queryOptions, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Cake, CalendarPlus, Plus, Printer } from "lucide-react";
import { useSearchParams } from "wouter";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { LetterLink } from "#web/features/letters/letter-link.tsx";
import { PrintedNumber } from "#web/features/phone-doors/printed-number.tsx";
import { call } from "#web/platform/api/call.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Actions, Row, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet, Together } from "#web/ui/text.tsx";
import { DayEvent, MoreEvents } from "../day-event.tsx";
import { addAddress, askAddress, editAddress } from "../manual-events/open-form.ts";
import { calendarAppAddress } from "../published/links.ts";
import styles from "./week.module.css";
import { daysFrom, isDay, printedWeek, type WeekDay, weekOf } from "./week-days.ts";

/** The events of seven days. */
const weekQuery = (from: string) =>
  queryOptions({
    queryKey: ["calendar-events", "week", from],
    queryFn: ({ signal }) =>
      call("GET /api/calendar-events", { query: { from, to: daysFrom(from, 6) } }, signal),
  });

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
  /** Whether this person may change events. */
  canEdit: boolean;
}

const BirthdayLine = ({ title }: { title: string }) => (
  <div className={styles.birthday}>
    <Icon of={Cake} />
    <h3>{title}</h3>
  </div>
);

/** A day of the week with its birthdays and events. */
const DaySection = ({ of: { day, birthdays, events }, isToday, canEdit }: DaySectionProps) => (
  <Section
    title={
      <>
        {weekday(day)}, <Together>{monthAndDay(day)}</Together> {isToday && <Badge>Today</Badge>}
      </>
    }
  >
    {birthdays.length + events.length > 0 ? (
      <Rows as="ol">
        {birthdays.map((title) => (
          <li key={title}>
            <BirthdayLine title={title} />
          </li>
        ))}
        {events.map((event) => (
          <li key={event.id}>
            <Row isTight>
              <DayEvent event={event} />
              {canEdit && <EditLink event={event} />}
            </Row>
          </li>
        ))}
        <MoreEvents of={events} />
      </Rows>
    ) : (
      <Quiet>Nothing planned.</Quiet>
    )}
  </Section>
);

const skeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="row" />
    <Skeleton shape="line" />
    <Skeleton shape="row" />
  </>
);

const weekAddress = (from: string) => `/week?from=${from}`;

const WeekActions = ({ from, canEdit }: { from: string; canEdit: boolean }) => (
  <div className={styles.actions}>
    <Actions>
      <ButtonLink href={weekAddress(daysFrom(from, -7))} icon={ArrowLeft}>
        Earlier
      </ButtonLink>
      <ButtonLink href={weekAddress(daysFrom(from, 7))} iconAfter={ArrowRight}>
        Later
      </ButtonLink>
      <Button icon={Printer} onClick={() => window.print()}>
        Print for the fridge
      </Button>
      <LetterLink />
      {canEdit && (
        <ButtonLink href={addAddress} icon={Plus}>
          Add an event
        </ButtonLink>
      )}
      <ButtonLink href={calendarAppAddress} icon={CalendarPlus}>
        In my calendar app
      </ButtonLink>
    </Actions>
  </div>
);

/** Seven days, starting today or at the day in the address. */
function FamilyWeek() {
  const { day: today } = useFamilyClock();
  const family = useFamily();
  const role = useStoredRole();
  const [search] = useSearchParams();
  const asked = search.get("from") ?? "";
  const from = isDay(asked) ? asked : today;
  const events = useQuery(weekQuery(from));
  const canEdit = role === "admin" || role === "child";
  const title = `The week of ${monthAndDay(from)}`;
  return (
    <Page title={title}>
      <div className={styles.sheet}>
        <Stack gap={24}>
          <h1>{title}</h1>
          <PrintedNumber />
          <WeekActions from={from} canEdit={canEdit} />
        </Stack>
        <Loaded of={events} name="the week" skeleton={skeleton}>
          {(list) => {
            const { size, columns } = printedWeek(weekOf(from, list, family));
            return (
              <div className={styles.room}>
                <div className={classNames(styles.week, styles[size])}>
                  {columns.map(({ side, days }) => (
                    <div key={side} className={styles.column}>
                      {days.map((one) => (
                        <DaySection key={one.day} of={one} isToday={one.day === today} canEdit={canEdit} />
                      ))}
                    </div>
                  ))}
                </div>
              </div>
            );
          }}
        </Loaded>
      </div>
    </Page>
  );
}

export function WeekPage() {
  if (useToken() !== null) return <FamilyWeek />;
  return (
    <Page title="The week">
      <SignedOut title="The week" onSignIn={rememberPlace} />
    </Page>
  );
}
