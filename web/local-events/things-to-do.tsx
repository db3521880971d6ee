import { usePrefetchQuery } from "@tanstack/react-query";
import { useFamilyClock } from "#web/families/family-clock.ts";
import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { outingSkeleton } from "./outing-skeleton.tsx";
import { localEventsQuery } from "./queries.ts";

const Outings = lazyPart(async () => (await import("./outings.tsx")).Outings, "things to do", outingSkeleton);

export function ThingsToDo() {
  usePrefetchQuery(localEventsQuery(useFamilyClock()));
  return (
    <Section title="Things To Do">
      <Outings />
    </Section>
  );
}
