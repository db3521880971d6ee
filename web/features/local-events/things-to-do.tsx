import { usePrefetchQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { localEventsQuery } from "./queries.ts";

const LocalEvents = lazyPart(() => import("./local-events.tsx"), "LocalEvents", {
  title: "things to do",
  skeleton: <SkeletonRows count={2} />,
});

export function ThingsToDo() {
  usePrefetchQuery(localEventsQuery(useFamilyClock()));
  return (
    <Section title="Things To Do">
      <LocalEvents />
    </Section>
  );
}
