import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { LogOutButton } from "#web/accounts/log-out-button.tsx";
import { PasskeysSection } from "#web/accounts/passkeys/passkeys-section.tsx";
import { ProofDialog } from "#web/accounts/proof/proof-dialog.tsx";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { accountQuery } from "#web/accounts/settings/account-queries.ts";
import { DevicesSection } from "#web/accounts/settings/devices-section.tsx";
import { EmailSection } from "#web/accounts/settings/email-section.tsx";
import { NamesSection } from "#web/accounts/settings/names-section.tsx";
import { PasswordSection } from "#web/accounts/settings/password-section.tsx";
import { PhoneSection } from "#web/accounts/settings/phone-section.tsx";
import { useStoredRole, useToken } from "#web/api/session.ts";
import { CalendarAddressSection } from "#web/calendar/published/calendar-address-section.tsx";
import { RemindersSection } from "#web/calendar/reminders/reminders-section.tsx";
import { MyFamilies } from "#web/families/my-families.tsx";
import { MessagesSection } from "#web/messages/messages-section.tsx";
import { InstallSection } from "#web/offline/installation/install-section.tsx";
import { PuzzleSharing } from "#web/puzzles/puzzle-sharing.tsx";
import { OwnContactMethodsSection } from "#web/reachability/contact-methods/own-contact-methods-section.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { DisplayFields } from "#web/ui/display/display-fields.tsx";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { lazyExtra } from "#web/ui/page/lazy-named.ts";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";

const LeaveSection = lazyExtra(() => import("#web/families/leave/leave-section.tsx"), "LeaveSection");

// A form of its own, so that these radios and those of "Text size" at the top do not switch each other off.
const DisplaySection = () => (
  <Section title="Text size and colors">
    <form>
      <DisplayFields />
    </form>
  </Section>
);

const NoFamilySection = () => (
  <Section title="My family">
    <p>You haven't joined a family yet.</p>
    <ButtonLink variant="primary" href="/" isStart>
      Start a family
    </ButtonLink>
  </Section>
);

function Mine() {
  const account = useQuery(accountQuery);
  const isGrandparent = useStoredRole() === "grandparent";
  const isAlone = useSignedInUser()?.familyId === null;
  const skeleton = (
    <>
      <Skeleton shape="line" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </>
  );
  return (
    <Page title="Me">
      <Row isTight>
        <h1>Me</h1>
        <LogOutButton />
      </Row>
      {isAlone && <NoFamilySection />}
      <Loaded of={account} name="your account" skeleton={skeleton}>
        {(account) => (
          <>
            <Columns>
              <NamesSection account={account} />
              <PhoneSection account={account} />
              <EmailSection />
              <PasswordSection account={account} />
              <PasskeysSection />
              <DevicesSection account={account} />
              {!isAlone && <CalendarAddressSection />}
              <MessagesSection />
              <OwnContactMethodsSection />
              <InstallSection />
              {!isAlone && <RemindersSection />}
              {isGrandparent && <PuzzleSharing />}
            </Columns>
            <MyFamilies />
            <Suspense>
              <LeaveSection />
            </Suspense>
            <ProofDialog />
          </>
        )}
      </Loaded>
      <DisplaySection />
    </Page>
  );
}

const SignedOut = () => (
  <Page title="Me">
    <Stack gap={24} isNarrow>
      <h1>Me</h1>
      <Lead>You are not signed in on this device.</Lead>
      <ButtonLink variant="primary" href="/?signup" isStart>
        Sign in with my phone
      </ButtonLink>
    </Stack>
    <DisplaySection />
  </Page>
);

/** "Me": one's names, number, password and devices, and how the app looks. */
export const AccountPage = () => (useToken() === null ? <SignedOut /> : <Mine />);
