import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useParams } from "wouter";
import type { User } from "#contract/accounts/sign-in.ts";
import type { Family } from "#contract/families.ts";
import type { Invitation } from "#contract/invitations.ts";
import { signInOptionsQuery, statusQuery } from "#web/features/accounts/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { isExpired } from "#web/features/invitations/invitation-link.ts";
import styles from "#web/features/invitations/printed-invitation.module.css";
import { PrintedInvitation } from "#web/features/invitations/printed-invitation.tsx";
import { familyInvitationsQuery } from "#web/features/invitations/queries.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { AdminLogin } from "./admin-login.tsx";

const Back = () => (
  <ButtonLink variant="back" href={useStoredRole() === "grandparent" ? "/family/invite" : "/admin/co-admins"}>
    Back
  </ButtonLink>
);

const Nothing = () => (
  <Stack gap={24} isNarrow>
    <h1>There is nothing to print</h1>
    <Lead>This invitation was answered or canceled, or has expired. You can renew an expired one.</Lead>
    <Back />
  </Stack>
);

interface SheetProps {
  invitation: Invitation | undefined;
  family: Family;
  user: User;
}

function Sheet({ invitation, family, user }: SheetProps) {
  const now = useMinute();
  const { data: options } = useQuery(signInOptionsQuery);
  if (invitation?.status !== "pending" || isExpired(invitation, now)) return <Nothing />;
  const phoneNumber = family.members.find(({ id }) => id === user.id)?.phoneNumber ?? null;
  return (
    <>
      <div className={styles.tools}>
        <Actions>
          <Back />
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            Print this page
          </Button>
        </Actions>
      </div>
      <PrintedInvitation
        invitation={invitation}
        family={family}
        options={options ?? { hasTexts: true, hasEmail: true }}
        host={{ name: user.displayName, phoneNumber }}
      />
    </>
  );
}

const name = "the invitation";

const skeleton = (
  <>
    <Skeleton shape="line" />
    <Skeleton shape="tile" />
  </>
);

function InvitationToPrint({ user, familyId }: { user: User; familyId: number }) {
  const id = Number(useParams<{ invitationId: string }>().invitationId);
  const family = useFamily();
  const invitations = useQuery(familyInvitationsQuery(familyId));
  if (isForbidden(invitations.error))
    return (
      <AccessDenied title="Print an invitation">
        The people who look after your family's page can print it.
      </AccessDenied>
    );
  return (
    <Loaded of={invitations} name={name} skeleton={skeleton}>
      {(list) =>
        family ? (
          <Sheet invitation={list.find((one) => one.id === id)} family={family} user={user} />
        ) : (
          <Loading label={`Loading ${name}`} onRetry={() => location.reload()}>
            {skeleton}
          </Loading>
        )
      }
    </Loaded>
  );
}

function SignedIn() {
  const status = useQuery(statusQuery);
  return (
    <Page title="Print an invitation">
      <Loaded of={status} name={name} skeleton={skeleton}>
        {({ user }) =>
          user.familyId ? <InvitationToPrint user={user} familyId={user.familyId} /> : <Nothing />
        }
      </Loaded>
    </Page>
  );
}

/** Prints an invitation for somebody who does not open links in messages. */
export const PrintPage = () => (useToken() === null ? <AdminLogin /> : <SignedIn />);
