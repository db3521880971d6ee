import { House } from "lucide-react";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/section.tsx";

interface TabToComeProps {
  title: string;
  children: string;
}

const TabToCome = ({ title, children }: TabToComeProps) => (
  <Section title={title}>
    <p>{children}</p>
    <ButtonLink href="/" icon={House} isStart>
      See today on Home
    </ButtonLink>
  </Section>
);

export const CalendarTab = () => (
  <TabToCome title="Calendar settings">
    You cannot change the calendar here yet. Home shows what the family has planned.
  </TabToCome>
);

export const EventsTab = () => (
  <TabToCome title="Events">You cannot add events here yet. Home shows the events of today.</TabToCome>
);
