import { ButtonLink } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Empty } from "#web/ui/state/empty.tsx";

/** Any part of the panel, for somebody who has nothing to look after yet. */
export const WithoutFamily = ({ title }: { title: string }) => (
  <Section title={title}>
    <Empty
      title="You haven't joined a family yet."
      detail="Start one first. Then you can look after it here."
    >
      <ButtonLink href="/" isStart>
        Start a family
      </ButtonLink>
    </Empty>
  </Section>
);
