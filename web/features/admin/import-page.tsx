import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation } from "#contract/invitations.ts";
import type { FamilyImport } from "#contract/personal-data/family-import.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { roleWords } from "#web/features/families/member-words.ts";
import { CreatedInvitation } from "#web/features/invitations/created-invitation.tsx";
import { InvitationForm } from "#web/features/invitations/invitation-form.tsx";
import { familyInvitationsQuery } from "#web/features/invitations/queries.ts";
import { ImportForm, ImportSummary } from "#web/features/personal-data/import-form.tsx";
import { useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Lead, Quiet } from "#web/ui/text.tsx";
import { AdminLogin } from "./admin-login.tsx";

type Person = FamilyImport["people"][number];

interface PersonRowProps {
  person: Person;
  isInvited: boolean;
  onInvite: () => void;
}

const PersonRow = ({ person: { name, role }, isInvited, onInvite }: PersonRowProps) => (
  <li>
    <Row>
      <div>
        <b>{name}</b>
        <Quiet>{roleWords[role]}</Quiet>
      </div>
      {isInvited ? (
        <Badge kind="success">Invited</Badge>
      ) : (
        <Button onClick={onInvite}>
          Invite<Hidden> {name}</Hidden>
        </Button>
      )}
    </Row>
  </li>
);

interface InvitingProps {
  person: Person;
  familyId: number;
  onDone: () => void;
}

function Inviting({ person: { name, role, phoneNumber }, familyId, onDone }: InvitingProps) {
  const [created, setCreated] = useState<Invitation>();
  if (created)
    return (
      <>
        <CreatedInvitation invitation={created} />
        <Button isStart onClick={onDone}>
          Back to the list
        </Button>
      </>
    );
  const person = { name, role, phoneNumber: phoneNumber ?? "" };
  return <InvitationForm familyId={familyId} person={person} isAgain onCreated={setCreated} />;
}

/** Offers an invitation for each person of the file. */
function People({ of: { familyId, people } }: { of: FamilyImport }) {
  const [invited, setInvited] = useState<Person>();
  const { data: invitations = [] } = useQuery(familyInvitationsQuery(familyId));
  if (invited) return <Inviting person={invited} familyId={familyId} onDone={() => setInvited(undefined)} />;
  if (people.length === 0) return null;
  return (
    <Section title="Invite your family">
      <Stack as="ul" gap={12}>
        {people.map((person) => (
          <PersonRow
            key={`${person.name} ${person.phoneNumber}`}
            person={person}
            isInvited={invitations.some(({ name }) => name === person.name)}
            onInvite={() => setInvited(person)}
          />
        ))}
      </Stack>
    </Section>
  );
}

const Imported = ({ of: imported }: { of: FamilyImport }) => (
  <>
    <h1>“{imported.familyName}” is here</h1>
    <ImportSummary of={imported} />
    <People of={imported} />
    <ButtonLink variant="primary" href="/" isStart>
      Go to Home
    </ButtonLink>
  </>
);

// Leaving the previous family clears its queries, but not those of the account.
const queryKey = ["account", "family-imports"];

/** Cached while the family is open, so that the people can still be invited after looking at another page. */
function useImported(): FamilyImport | undefined {
  const user = useSignedInUser();
  const { data } = useQuery<FamilyImport | null>({
    queryKey,
    queryFn: () => null,
    // No live event refetches it, because that would lose it.
    staleTime: "static",
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data && data.familyId === user?.familyId ? data : undefined;
}

/** Opens a family here that used to be on another server. */
export function ImportPage() {
  const queries = useQueryClient();
  const imported = useImported();
  if (useToken() === null) return <AdminLogin />;
  return (
    <Page title="Move a family to this server">
      {imported ? (
        <Stack gap={32}>
          <Imported of={imported} />
        </Stack>
      ) : (
        <Stack gap={24} isNarrow>
          <h1>Move a family to this server</h1>
          <Lead>What your family entered there moves here. Its members rejoin by invitation.</Lead>
          <ImportForm onImported={(imported) => queries.setQueryData(queryKey, imported)} />
          <ButtonLink variant="back" href="/">
            Back to Home
          </ButtonLink>
        </Stack>
      )}
    </Page>
  );
}
