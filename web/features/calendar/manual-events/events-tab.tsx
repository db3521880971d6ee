import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { isForbidden } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Or } from "#web/ui/form/form.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { manualEventsQuery } from "../queries.ts";
import { EventList } from "./event-list.tsx";
import { EventForm } from "./form/event-form.tsx";
import type { TypedEvent } from "./form/typed-event.ts";
import { OneLineForm } from "./one-line/one-line-form.tsx";
import { addAddress, addButtonId, useOpenForm } from "./open-form.ts";

const skeleton = (
  <>
    <Skeleton shape="tile" />
    <Skeleton shape="tile" />
  </>
);

/** The tab with the family's manual events. */
export function EventsTab() {
  const events = useQuery(manualEventsQuery);
  const openForm = useOpenForm();
  const [filledIn, setFilledIn] = useState<TypedEvent>();
  const close = (savedId?: number) => {
    setFilledIn(undefined);
    openForm.close(savedId);
  };
  if (isForbidden(events.error))
    return (
      <AccessDenied title="Manual events">The grown-up children in your family can plan events.</AccessDenied>
    );
  return (
    <Section
      title="Manual events"
      action={
        !openForm.isAdding && (
          <ButtonLink id={addButtonId} href={addAddress} icon={Plus}>
            Add event
          </ButtonLink>
        )
      }
    >
      {openForm.isAdding && (
        <>
          {!filledIn && (
            <>
              <OneLineForm onRead={setFilledIn} />
              <Or />
            </>
          )}
          <EventForm key={filledIn ? "read" : "typed"} filledIn={filledIn} onClose={close} />
        </>
      )}
      <Loaded of={events} name="the events" skeleton={skeleton}>
        {(list) => <EventList events={list} openForm={openForm} />}
      </Loaded>
    </Section>
  );
}
