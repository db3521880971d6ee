import { usePrefetchQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { localEventsSkeleton } from "./local-events-skeleton.tsx";
import { localEventsQuery } from "./queries.ts";

const LocalEvents = lazyPart(
  async () => (await import("./local-events.tsx")).LocalEvents,
  "things to do",
  localEventsSkeleton,
);

export function ThingsToDo() {
  usePrefetchQuery(localEventsQuery(useFamilyClock()));
  return (
    <Section title="Things To Do">
      <LocalEvents />
    </Section>
  );
}
