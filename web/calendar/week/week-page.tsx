import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, CalendarPlus, Plus, Printer } from "lucide-react";
import { useSearchParams } from "wouter";
import { useStoredRole } from "#web/api/session.ts";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { monthAndDay } from "#web/ui/time/clock.ts";
import { addAddress } from "../manual-events/addresses.ts";
import { calendarAppPlace } from "../published/place.ts";
import { DaySection } from "./day-section.tsx";
import { printSize } from "./print-size.ts";
import { weekQuery } from "./queries.ts";
import styles from "./week.module.css";
import { daysFrom, isDay, weekOf } from "./week-days.ts";

const skeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="row" />
    <Skeleton shape="line" />
    <Skeleton shape="row" />
  </>
);

const weekAddress = (from: string) => `/week?from=${from}`;

const Ways = ({ from, canEdit }: { from: string; canEdit: boolean }) => (
  <div className={styles.ways}>
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
      {canEdit && (
        <ButtonLink href={addAddress} icon={Plus}>
          Add an event
        </ButtonLink>
      )}
      <ButtonLink href={calendarAppPlace} icon={CalendarPlus}>
        In my own calendar app
      </ButtonLink>
    </Actions>
  </div>
);

/** Seven days from today, or from another day. */
export function WeekPage() {
  const { day: today } = useFamilyClock();
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
          <Ways from={from} canEdit={canEdit} />
        </Stack>
        <Loaded of={events} name="the week" skeleton={skeleton}>
          {(list) => {
            const days = weekOf(from, list);
            return (
              <div className={classNames(styles.week, styles[printSize(days)])}>
                {days.map((one) => (
                  <DaySection key={one.day} of={one} isToday={one.day === today} canEdit={canEdit} />
                ))}
              </div>
            );
          }}
        </Loaded>
      </div>
    </Page>
  );
}
