import { Section } from "#web/ui/layout/section.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";

const MyReminders = lazyPart(
  async () => (await import("./my-reminders.tsx")).MyReminders,
  "your reminders",
  <Skeleton shape="row" />,
);

/** The part of "Me" where somebody chooses to be told before an event. */
export const RemindersSection = () => (
  <Section title="Reminders">
    <p>We can remind you before an event. At night, only the 10-minute reminder wakes you.</p>
    <MyReminders />
  </Section>
);
