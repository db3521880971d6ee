import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { ActivitySection } from "#web/activity/activity-section.tsx";
import { Refused } from "#web/admin/refused.tsx";
import { isForbidden } from "#web/api/call.ts";
import { useFamily } from "#web/families/queries.ts";
import { FamilyContactMethods } from "#web/reachability/family-contact-methods.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { FamilyForm } from "./family-form.tsx";
import { membersQuery } from "./member-queries.ts";
import { MembersTable } from "./members-table.tsx";
import { ProxyNote } from "./proxy-note.tsx";

const skeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);

/** The tab where one sees who is in the family, as what, and where it lives. */
export function FamilyTab() {
  const user = useSignedInUser();
  const family = useFamily();
  const members = useQuery(membersQuery);
  if (isForbidden(members.error))
    return <Refused title="Family">The people who look after your family's page can change this.</Refused>;
  return (
    <>
      {members.data && <ProxyNote />}
      <Section title="Members">
        <Loaded of={members} name="the members" skeleton={skeleton}>
          {(list) =>
            user && family && <MembersTable members={list} ownId={user.id} timeZone={family.timeZone} />
          }
        </Loaded>
        <ButtonLink href="/admin/co-admins" isStart>
          Invite somebody
        </ButtonLink>
      </Section>
      {members.data && <FamilyContactMethods />}
      {family && members.data && <FamilyForm key={family.id} family={family} />}
      {members.data && <ActivitySection />}
    </>
  );
}
