import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";

/** Links from the panel to the guides. */
export const GuidesSection = () => (
  <Section title="Guides">
    <p>Write down once what you explain every month. It's a picture and a sentence for each step.</p>
    <Actions>
      <ButtonLink href="/guides">See the guides</ButtonLink>
      <ButtonLink href="/guides/new/edit">Write a guide</ButtonLink>
    </Actions>
  </Section>
);
