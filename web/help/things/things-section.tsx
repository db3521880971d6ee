import { House } from "lucide-react";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { thingsTitle } from "./queries.ts";

/** Links from the panel to the things around the house. */
export const ThingsSection = () => (
  <Section title={thingsTitle}>
    <p>Write down what your family asks about: the TV, the router. Each can have a sticker that opens it.</p>
    <ButtonLink href="/things" icon={House} isStart>
      See the things around the house
    </ButtonLink>
  </Section>
);
