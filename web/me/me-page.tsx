import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Account } from "#contract/accounts/accounts.ts";
import { accountQuery } from "#web/accounts/account-queries.ts";
import { closeProofQuestion, useProofQuestion } from "#web/accounts/fresh-proof.ts";
import { LogOutButton } from "#web/accounts/log-out-button.tsx";
import { arePasskeysPossible } from "#web/accounts/passkeys/passkey-offer.tsx";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { DevicesSection } from "#web/accounts/settings/devices-section.tsx";
import { NamesSection } from "#web/accounts/settings/names-section.tsx";
import { PasswordSection } from "#web/accounts/settings/password-section.tsx";
import { PhoneSection } from "#web/accounts/settings/phone-section.tsx";
import { useStoredRole, useToken } from "#web/api/session.ts";
import { CalendarAddressSection } from "#web/calendar/published/calendar-address-section.tsx";
import { MyFamilies } from "#web/families/my-families.tsx";
import { InstallSection } from "#web/offline/installation/install-section.tsx";
import { PuzzleSharing } from "#web/puzzles/puzzle-sharing.tsx";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { DisplayFields } from "#web/ui/display/display-fields.tsx";
import { Columns, FoldedSections, Row, Section, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Lead } from "#web/ui/text.tsx";

const pageSkeleton = (
  <>
    <Skeleton shape="line" />
    <SkeletonRows count={2} />
  </>
);
const skeleton = <Skeleton shape="row" />;
const OwnEmail = lazyPart(() => import("#web/accounts/settings/own-email.tsx"), "OwnEmail", {
  title: "your e-mail address",
  skeleton,
});
const OwnPicture = lazyPart(() => import("#web/accounts/settings/own-picture.tsx"), "OwnPicture", {
  title: "your picture",
  skeleton,
});
const OwnPasskeys = lazyPart(() => import("#web/accounts/passkeys/own-passkeys.tsx"), "OwnPasskeys", {
  title: "your passkeys",
  skeleton,
});
const Devices = lazyPart(() => import("#web/messages/devices.tsx"), "Devices", {
  title: "the message settings of this device",
  skeleton,
});
const OwnContactMethods = lazyPart(
  () => import("#web/reachability/contact-methods/own-contact-methods.tsx"),
  "OwnContactMethods",
  { title: "your contact methods", skeleton },
);
const MyReminders = lazyPart(() => import("#web/calendar/reminders/reminder-form.tsx"), "MyReminders", {
  title: "your reminders",
  skeleton,
});
const ProofQuestion = lazyPart(() => import("#web/accounts/proof-question.tsx"), "ProofQuestion", {
  title: "the sign-in question",
  skeleton,
});
const LeaveSection = lazyPart(() => import("#web/families/leave-section.tsx"), "LeaveSection");
const MyData = lazyPart(() => import("#web/data/account-section.tsx"), "MyData", {
  title: "your data",
  skeleton,
});

/** Opens when a change needs a fresh proof. Most visits change nothing, so it comes in a file of its own. */
function ProofDialog() {
  const isAsked = useProofQuestion() !== undefined;
  useEffect(() => closeProofQuestion, []);
  return isAsked && <ProofQuestion />;
}

// A separate form keeps these radios apart from those of "Text size" at the top.
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

function OwnSections({ account, isGrandparent }: { account: Account; isGrandparent: boolean }) {
  const isAlone = useSignedInUser()?.familyId === null;
  return (
    <>
      <NamesSection account={account} />
      <Section title="My picture">
        <OwnPicture />
      </Section>
      <PhoneSection account={account} />
      <Section title="My e-mail">
        <OwnEmail />
      </Section>
      <PasswordSection account={account} />
      {arePasskeysPossible() && (
        <Section title="Passkeys">
          <OwnPasskeys />
        </Section>
      )}
      <DevicesSection account={account} />
      {!isAlone && <CalendarAddressSection />}
      <Section title="Messages on this device">
        <Devices />
      </Section>
      <Section title="How messages reach me">
        <OwnContactMethods />
      </Section>
      <InstallSection />
      {!isAlone && (
        <Section title="Reminders">
          <p>We can remind you before an event. At night, only the 10-minute reminder wakes you.</p>
          <MyReminders />
        </Section>
      )}
      {isGrandparent && <PuzzleSharing />}
    </>
  );
}

/** A grandparent finds the one section to change in a list of titles that fits on two screens. */
function Sections({ account }: { account: Account }) {
  const isGrandparent = useStoredRole() === "grandparent";
  const sections = <OwnSections {...{ account, isGrandparent }} />;
  if (!isGrandparent)
    return (
      <>
        <Columns>{sections}</Columns>
        <LeaveSection />
        <MyData />
      </>
    );
  return (
    <FoldedSections>
      {sections}
      <LeaveSection />
      <MyData />
    </FoldedSections>
  );
}

function SignedIn() {
  const account = useQuery(accountQuery);
  const isAlone = useSignedInUser()?.familyId === null;
  return (
    <Page title="Me">
      <Row isTight>
        <h1>Me</h1>
        <LogOutButton />
      </Row>
      {isAlone && <NoFamilySection />}
      <Loaded of={account} name="your account" skeleton={pageSkeleton}>
        {(account) => (
          <>
            <Sections account={account} />
            <MyFamilies />
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

/** "Me": names, phone number, password, devices, and how the app looks. */
export const AccountPage = () => (useToken() === null ? <SignedOut /> : <SignedIn />);
