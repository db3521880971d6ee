import { useState } from "react";
import { type ManualEvent, NewManualEvent } from "#contract/calendar/manual-events.ts";
import { draftOf, dropDraft, useKeptDraft } from "#web/ui/form/draft.ts";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { type EventBody, useSaveEvent } from "../queries.ts";
import { bodyOf, type TypedEvent, typedEventOf } from "./typed-event.ts";

export interface EventFormProps {
  /** The event to change, or undefined for a new one. */
  event?: ManualEvent | undefined;
  /** The starting values of a new event that was read from one line. */
  filledIn?: TypedEvent | undefined;
  /** The single date to change, if only one is changed. */
  occurrence?: string | undefined;
  /** Called with the id after saving, or without it. */
  onClose: (savedId?: number) => void;
}

export type EventForm = ReturnType<typeof useEventForm>;

/** The form of an event. It starts with the person's draft if they left it without Save or Cancel. */
export function useEventForm({ event, filledIn, occurrence, onClose }: EventFormProps, owner: string) {
  const { mutateAsync: save } = useSaveEvent(event && { id: event.id, occurrence });
  const draft = `porchlight-event-${owner}-${event?.id}-${occurrence}`;
  // The start values are fixed, so that other people's changes do not overwrite what is typed.
  const [start] = useState(() => filledIn ?? typedEventOf(event, occurrence));
  const close = (savedId?: number) => {
    dropDraft(draft);
    onClose(savedId);
  };
  const form = useSchemaForm<TypedEvent, EventBody>({
    schema: prepared(NewManualEvent, bodyOf),
    defaults: draftOf(draft, start),
    onSubmit: async (body) => {
      const saved = await save(body);
      toast({ title: event ? "Event updated" : "Event created" });
      close(saved?.id);
    },
    failed: {
      title: event ? "Error updating event" : "Error creating event",
      otherwise: "An unexpected error occurred",
    },
  });
  useKeptDraft(form.form, draft, start);
  return { ...form, close };
}
