import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { activitySkeleton } from "./activity-skeleton.tsx";

const ActivityList = lazyPart(
  async () => (await import("./activity-list.tsx")).ActivityList,
  "the activity",
  activitySkeleton,
);

/** In the panel: what changed in the family in the last 12 months. */
export const ActivitySection = () => (
  <Section title="Activity">
    <p>Changes to your family and its accounts are kept here for 12 months.</p>
    <ActivityList />
  </Section>
);
