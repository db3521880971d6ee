import { House } from "lucide-react";
import { FamilyPhrases } from "#web/features/help/phrases/admin/family-phrases.tsx";
import { PastRequests } from "#web/features/help/requests/past-requests.tsx";
import { thingsTitle } from "#web/features/help/things/queries.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";

const GuidesSection = () => (
  <Section title="Guides">
    <p>Write down once what you explain every month. It's a picture and a sentence for each step.</p>
    <Actions>
      <ButtonLink href="/guides">See the guides</ButtonLink>
      <ButtonLink href="/guides/new/edit">Write a guide</ButtonLink>
    </Actions>
  </Section>
);

const ThingsSection = () => (
  <Section title={thingsTitle}>
    <p>Write down what your family asks about: the TV, the router. Each can have a sticker that opens it.</p>
    <ButtonLink href="/things" icon={House} isStart>
      See the things around the house
    </ButtonLink>
  </Section>
);

/**
 * The tab with the help phrases, guides, things around the house and past requests. The sections that this person can
 * use come first.
 */
export function HelpTab() {
  const isAdmin = useStoredRole() === "admin";
  return (
    <>
      {isAdmin && <FamilyPhrases />}
      <GuidesSection />
      <ThingsSection />
      <PastRequests />
      {!isAdmin && <FamilyPhrases />}
    </>
  );
}
