import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type LocalEventFeed, NewLocalEventFeed } from "#contract/local-events.ts";
import { EventCounts, ReadFailure } from "#web/features/calendar/subscribed-calendar.tsx";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Columns, Row, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { useResetAfter } from "#web/ui/list-form.ts";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Updated } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import {
  enteredLocalEventsQuery,
  localEventFeedsQuery,
  type TypedFeed,
  useSubscribe,
  useUnsubscribe,
} from "../queries.ts";
import { LocalEventList } from "./local-event-list.tsx";

const notAdded = { title: "The calendar could not be added", otherwise: "Please try again." };

function SubscribeForm() {
  const { mutateAsync: subscribe, data: subscribed } = useSubscribe();
  const form = useSchemaForm<TypedFeed, TypedFeed>({
    schema: NewLocalEventFeed,
    defaults: { url: "", name: "" },
    draft: "local-event-feed",
    onSubmit: async (typed) => {
      const { name, events } = await subscribe(typed);
      const isEmpty = events?.found === 0;
      toast({
        title: isEmpty ? "0 events found" : "Calendar added",
        description: isEmpty ? `Please check the address of ${name}.` : `You now subscribe to ${name}.`,
      });
    },
    failed: notAdded,
  });
  useResetAfter(subscribed, form.form, "url");
  return (
    <Form of={form}>
      <TextField
        {...form.field("url")}
        label="Address of a public calendar"
        hint="A library, a senior center or a town often has one. Look for “iCal” or “.ics”."
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        {...form.field("name")}
        label="Name (optional)"
        hint="Home shows it next to each of its events."
        autoComplete="off"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Reading the calendar...">
        Subscribe
      </Button>
    </Form>
  );
}

interface SubscribedCalendarProps {
  feed: LocalEventFeed;
  onRemoved: () => void;
}

const notRemoved = { title: "The calendar was not removed", otherwise: "Please try again." };

function SubscribedCalendar({
  feed: { id, name, url, updatedAt, failure, events },
  onRemoved,
}: SubscribedCalendarProps) {
  const removal = useUnsubscribe(id);
  return (
    <li>
      <Stack>
        <Row>
          <Stack gap={4}>
            <h3>{name}</h3>
            <Quiet>{url}</Quiet>
            <p>
              <Updated at={updatedAt} />
            </p>
          </Stack>
          <Removal
            by={removal}
            of={name}
            label="Remove"
            busyLabel="Removing..."
            question={`Remove ${name}?`}
            detail="Its events will disappear from Home. You can add it again at any time."
            done="Calendar removed"
            failed={notRemoved}
            onDone={onRemoved}
          />
        </Row>
        <EventCounts of={events} />
        <ReadFailure of={failure} />
      </Stack>
    </li>
  );
}

/** The public calendars that the family subscribes to for things to do. */
function SubscribedCalendars() {
  const feeds = useQuery(localEventFeedsQuery);
  const list = useRef<HTMLDivElement>(null);
  const focusList = () => list.current?.focus({ preventScroll: true });
  return (
    <Section title="Subscribed calendars">
      <div ref={list} tabIndex={-1}>
        <Stack gap={24}>
          <Loaded of={feeds} name="the subscribed calendars" skeleton={<Skeleton shape="row" />}>
            {(found) =>
              found.length > 0 ? (
                <Rows>
                  {found.map((feed) => (
                    <SubscribedCalendar key={feed.id} feed={feed} onRemoved={focusList} />
                  ))}
                </Rows>
              ) : (
                <Empty title="No calendars yet." detail="Its events show up on Home automatically." />
              )
            }
          </Loaded>
          <SubscribeForm />
        </Stack>
      </div>
    </Section>
  );
}

const skeleton = <SkeletonRows count={2} />;

/** The tab with things to do and subscribed calendars. */
export function ThingsToDoTab() {
  const { day } = useFamilyClock();
  const events = useQuery(enteredLocalEventsQuery(day));
  if (isForbidden(events.error))
    return (
      <AccessDenied title="Things To Do">
        The people who look after your family's page can add things to do.
      </AccessDenied>
    );
  return (
    <Columns>
      <Section title="Things To Do">
        <Loaded of={events} name="things to do" skeleton={skeleton}>
          {(list) => <LocalEventList events={list} day={day} />}
        </Loaded>
      </Section>
      <SubscribedCalendars />
    </Columns>
  );
}
