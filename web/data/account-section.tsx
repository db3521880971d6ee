import { Download } from "lucide-react";
import { downloadAccount } from "#contract/data/account-export.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/layout.tsx";

/** Taking out what is known about the person who is signed in. Shown in "Me". */
export const MyData = () => (
  <Section title="My data">
    <p>Get a copy of everything we keep about you. Open “index.html” in it to read it.</p>
    <ButtonLink href={downloadAccount.path} download icon={Download} isStart>
      Download my data
    </ButtonLink>
  </Section>
);
