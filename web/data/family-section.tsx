import { Download } from "lucide-react";
import { downloadFamily } from "#contract/data/family-export.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/layout.tsx";

/** Taking out what the family shares. Shown in the panel. */
export const FamilyData = () => (
  <Section title="Your family's data">
    <p>Get a copy of what your family shares. What is private to one member is not in it.</p>
    <ButtonLink href={downloadFamily.path} download icon={Download} isStart>
      Download the family's data
    </ButtonLink>
  </Section>
);
