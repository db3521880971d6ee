import { useQuery } from "@tanstack/react-query";
import { ProofDialog } from "#web/features/accounts/proof-dialog.tsx";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { ActivityList } from "#web/features/activity/activity-list.tsx";
import { MemberBirthday } from "#web/features/birthdays/member-birthday.tsx";
import { FamilyForm } from "#web/features/families/admin/family-form.tsx";
import { FamilySwitches } from "#web/features/families/admin/family-switches.tsx";
import { MembersTable } from "#web/features/families/admin/members-table.tsx";
import { membersQuery, proxyStateQuery, useFamily } from "#web/features/families/queries.ts";
import { FamilyData } from "#web/features/personal-data/export-and-deletion.tsx";
import { MemberPhoneDoor } from "#web/features/phone-doors/member-phone-door.tsx";
import { FamilyContactMethods } from "#web/features/reachability/contact-methods.tsx";
import { isForbidden } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Loading, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";

/** Shown only after an admin's own request came this way, so nobody else on the internet can make it appear. */
function ProxyNote() {
  const { data } = useQuery(proxyStateQuery);
  if (!data?.isProxyUntrusted) return null;
  return (
    <Note kind="warn" title="Everyone looks like one visitor to this server">
      <p>It's behind a proxy that it doesn't trust yet.</p>
      <p>One person's wrong passwords can lock everyone out for a while.</p>
      <p>Please ask the person who runs the server to set TRUSTED_PROXIES.</p>
    </Note>
  );
}

const skeleton = <SkeletonRows count={2} />;

/** The tab with the members of the family, their roles, and the family's settings. */
export function FamilyTab() {
  const user = useSignedInUser();
  const family = useFamily();
  const members = useQuery(membersQuery);
  if (isForbidden(members.error))
    return (
      <AccessDenied title="Family">
        The people who look after your family's page can change this.
      </AccessDenied>
    );
  return (
    <>
      {members.data && <ProxyNote />}
      <Section title="Members">
        <Loaded of={members} name="the members" skeleton={skeleton}>
          {(list) =>
            user && family ? (
              <MembersTable
                members={list}
                ownId={user.id}
                timeZone={family.timeZone}
                moreActions={(member) => (
                  <>
                    <MemberBirthday member={member} />
                    <MemberPhoneDoor member={member} />
                  </>
                )}
              />
            ) : (
              // Everything below waits for all three.
              <Loading label="Loading the family" onRetry={() => location.reload()}>
                {skeleton}
              </Loading>
            )
          }
        </Loaded>
        <Actions>
          <ButtonLink href="/admin/co-admins">Invite someone</ButtonLink>
          <ButtonLink href="/admin/plan">Who is asked, and when</ButtonLink>
        </Actions>
      </Section>
      {members.data && <FamilyContactMethods />}
      {family && members.data && <FamilyForm key={family.id} family={family} />}
      {family && members.data && <FamilySwitches family={family} />}
      {members.data && (
        <Section title="Activity">
          <p>Changes to your family and its accounts are kept here for 12 months.</p>
          <ActivityList />
        </Section>
      )}
      {family && members.data && <FamilyData family={family} />}
      <ProofDialog />
    </>
  );
}
