import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { ProofDialog } from "#web/features/accounts/proof-dialog.tsx";
import { ShownCode } from "#web/features/accounts/sign-in-code/shown-code.tsx";
import { membersQuery } from "#web/features/families/queries.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Lead, Together } from "#web/ui/text.tsx";
import { AdminLogin } from "./admin-login.tsx";

const title = "Sign in on another device";

const skeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="tile" />
  </>
);

const NotPossible = () => (
  <>
    <h1>{title}</h1>
    <Lead>You can only sign in members who are not Co-Administrators.</Lead>
  </>
);

function ForMember({ member }: { member: { id: number; name: string } }) {
  return (
    <>
      <h1>Sign {member.name} in on another device</h1>
      <Lead>
        For example on a tablet. {member.name} needs no phone, no <Together>e-mail</Together> and no password
        for it.
      </Lead>
      <p>Only show the code to {member.name}. We'll tell them that you signed them in.</p>
      <ShownCode member={member} />
    </>
  );
}

function MemberSignIn() {
  const id = Number(useParams<{ memberId: string }>().memberId);
  const members = useQuery(membersQuery);
  if (isForbidden(members.error))
    return (
      <AccessDenied title={title}>The people who look after your family's page can do this.</AccessDenied>
    );
  return (
    <Loaded of={members} name="the members" skeleton={skeleton}>
      {(list) => {
        const member = list.find((one) => one.id === id && one.role !== "admin");
        return member ? <ForMember member={member} /> : <NotPossible />;
      }}
    </Loaded>
  );
}

/** Lets an admin sign a member in on that member's device, with a code. */
export function MemberSignInPage() {
  if (useToken() === null) return <AdminLogin />;
  return (
    <Page title={title}>
      <Stack gap={24} isNarrow>
        <ButtonLink variant="back" href="/admin/family">
          Back
        </ButtonLink>
        <MemberSignIn />
        <ProofDialog />
      </Stack>
    </Page>
  );
}
