import { useQuery } from "@tanstack/react-query";
import type { Account } from "#contract/accounts/accounts.ts";
import { LogOutButton } from "#web/features/accounts/log-out-button.tsx";
import { arePasskeysPossible } from "#web/features/accounts/passkeys/passkey-sign-in.tsx";
import { ProofDialog } from "#web/features/accounts/proof-dialog.tsx";
import { accountQuery, useSignedInUser } from "#web/features/accounts/queries.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { DevicesSection } from "#web/features/accounts/settings/devices-section.tsx";
import { NamesSection } from "#web/features/accounts/settings/names-section.tsx";
import { OwnEmail } from "#web/features/accounts/settings/own-email.tsx";
import { PasswordSection } from "#web/features/accounts/settings/password-section.tsx";
import { PhoneSection } from "#web/features/accounts/settings/phone-section.tsx";
import { OwnBirthday } from "#web/features/birthdays/own-birthday.tsx";
import { CalendarAddressSection } from "#web/features/calendar/published/calendar-address-section.tsx";
import { MyReminders } from "#web/features/calendar/reminders/reminder-form.tsx";
import { MyFamilies } from "#web/features/families/family-links.tsx";
import { LeaveSection } from "#web/features/families/leave-section.tsx";
import { useHas } from "#web/features/families/queries.ts";
import { HowToInstall } from "#web/features/installation/how-to-install.tsx";
import { useInstallOffer } from "#web/features/installation/install-offer.ts";
import { byHandOn, isInstalled } from "#web/features/installation/platform.ts";
import { AppriseSection } from "#web/features/messages/apprise.tsx";
import { NtfySection } from "#web/features/messages/ntfy.tsx";
import { MyData } from "#web/features/personal-data/export-and-deletion.tsx";
import { PuzzleSharing } from "#web/features/puzzles/puzzle-sharing.tsx";
import { OwnContactMethods } from "#web/features/reachability/contact-methods.tsx";
import { PhoneCalls } from "#web/features/reachability/phone-calls.tsx";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Columns, FoldedSections, Section, Stack } from "#web/ui/layout/layout.tsx";
import { DisplayFields } from "#web/ui/page/display-fields.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";

const pageSkeleton = (
  <>
    <Skeleton shape="line" />
    <SkeletonRows count={2} />
  </>
);

const HelloMessages = lazyPart(() => import("#web/features/hellos/hello-messages.tsx"), "HelloMessages", {
  title: "your choice of messages about hellos",
  skeleton: <Skeleton shape="row" />,
});
const skeleton = <Skeleton shape="row" />;

const LightMessageSwitches = lazyPart(
  () => import("#web/features/lights/light-messages.tsx"),
  "LightMessageSwitches",
  { title: "your choice of messages about lights", skeleton },
);

const LetterMessages = lazyPart(() => import("#web/features/letters/letter-messages.tsx"), "LetterMessages", {
  title: "your choice of the Sunday letter",
  skeleton,
});
const PictureFrameSwitch = lazyPart(
  () => import("#web/features/picture-frame/picture-frame-switch.tsx"),
  "PictureFrameSwitch",
  { title: "the picture frame", skeleton },
);

// These three bring code that no other page needs, and most people open them once.
const OwnPicture = lazyPart(() => import("#web/features/accounts/pictures/own-picture.tsx"), "OwnPicture", {
  title: "your picture",
  skeleton,
});
const OwnPasskeys = lazyPart(
  () => import("#web/features/accounts/passkeys/own-passkeys.tsx"),
  "OwnPasskeys",
  {
    title: "your passkeys",
    skeleton,
  },
);
const Devices = lazyPart(() => import("#web/features/messages/devices.tsx"), "Devices", {
  title: "the message settings of this device",
  skeleton,
});

// A separate form keeps these radio buttons apart from those of "Text size" at the top.
const DisplaySection = () => (
  <Section title="Text size and colors" isOpen>
    <form>
      <DisplayFields />
    </form>
  </Section>
);

interface SectionsProps {
  account: Account;
  isWithoutFamily: boolean;
}

const ReminderSection = () => (
  <Section title="Reminders">
    <p>We can remind you before an event. At night, only the 10-minute reminder wakes you.</p>
    <MyReminders />
  </Section>
);

function MessageSection({ isWithoutFamily }: Pick<SectionsProps, "isWithoutFamily">) {
  const isGrandparent = useStoredRole() === "grandparent";
  return (
    <Section title="Messages">
      <h3>Messages on this device</h3>
      <Devices />
      <h3>How messages reach me</h3>
      <OwnContactMethods />
      {!isGrandparent && !isWithoutFamily && <PhoneCalls />}
      {isGrandparent && <HelloMessages label="Tell me when a picture comes" />}
      {!isGrandparent && !isWithoutFamily && <LightMessageSwitches />}
      {!isWithoutFamily && <LetterMessages />}
    </Section>
  );
}

/** Shown until the app is installed. */
function InstallSection() {
  const isPossible = useInstallOffer() !== null || byHandOn() !== undefined;
  if (isInstalled() || !isPossible) return null;
  return (
    <Section title="On my home screen">
      <p>Porchlight can sit next to your other apps and open with one tap.</p>
      <HowToInstall />
    </Section>
  );
}

const NoFamilySection = () => (
  <Section title="My family">
    <p>You haven't joined a family yet.</p>
    <ButtonLink variant="primary" href="/" isStart>
      Set up my family
    </ButtonLink>
  </Section>
);

/** What most people come here for. Helpers see at once how messages reach them. */
function MainSections({ account, isWithoutFamily }: SectionsProps) {
  const isGrandparent = useStoredRole() === "grandparent";
  const hasBirthday = useHas("birthdays") && !isWithoutFamily;
  const messages = (
    <>
      <MessageSection isWithoutFamily={isWithoutFamily} />
      {!isWithoutFamily && <ReminderSection />}
    </>
  );
  return (
    <Columns>
      <FoldedSections>
        <NamesSection account={account} />
        <Section title={hasBirthday ? "My picture and birthday" : "My picture"}>
          <OwnPicture />
          {hasBirthday && <OwnBirthday />}
        </Section>
        <DisplaySection />
      </FoldedSections>
      {isGrandparent ? <FoldedSections>{messages}</FoldedSections> : <Stack gap={24}>{messages}</Stack>}
    </Columns>
  );
}

/** What is set up once and rarely opened after that. */
function RareSections({ account, isWithoutFamily }: SectionsProps) {
  const isGrandparent = useStoredRole() === "grandparent";
  return (
    <FoldedSections level={3}>
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
      {!isGrandparent && <NtfySection />}
      {!isGrandparent && <AppriseSection />}
      {!isWithoutFamily && <CalendarAddressSection />}
      <InstallSection />
      {!isWithoutFamily && (
        <Section title="Picture frame">
          <PictureFrameSwitch />
        </Section>
      )}
      {isGrandparent && <PuzzleSharing />}
      <MyFamilies />
      <LeaveSection />
      <MyData />
    </FoldedSections>
  );
}

function MoreLinks({ account, isWithoutFamily }: SectionsProps) {
  const isGrandparent = useStoredRole() === "grandparent";
  const hasLights = useHas("lights");
  if (isWithoutFamily && !account.isOperator) return null;
  return (
    <Actions>
      {!isWithoutFamily && (
        <ButtonLink variant="quiet" href="/help/earlier">
          Earlier requests
        </ButtonLink>
      )}
      {!isWithoutFamily && isGrandparent && hasLights && (
        <ButtonLink variant="quiet" href="/account/light">
          My light
        </ButtonLink>
      )}
      {account.isOperator && (
        <ButtonLink variant="quiet" href="/operator">
          Look after this server
        </ButtonLink>
      )}
    </Actions>
  );
}

const Sections = (props: SectionsProps) => (
  <Stack gap={12}>
    <MainSections {...props} />
    <FoldedSections>
      <Section title="More" isOpen={props.account.deletionDueAt !== null || location.hash === "#more"}>
        <MoreLinks {...props} />
        <RareSections {...props} />
      </Section>
    </FoldedSections>
  </Stack>
);

function SignedIn() {
  const account = useQuery(accountQuery);
  const isWithoutFamily = useSignedInUser()?.familyId === null;
  return (
    <Page title="Me">
      <h1>Me</h1>
      {isWithoutFamily && <NoFamilySection />}
      <Loaded of={account} name="your account" skeleton={pageSkeleton}>
        {(account) => (
          <>
            <Sections account={account} isWithoutFamily={isWithoutFamily} />
            <ProofDialog />
          </>
        )}
      </Loaded>
      <LogOutButton asksFirst={useStoredRole() === "grandparent"} />
    </Page>
  );
}

const WithoutSignIn = () => (
  <Page title="Me">
    <SignedOut title="Me" onSignIn={rememberPlace} />
    <DisplaySection />
  </Page>
);

/** "Me": what a person may want to change about themselves, how messages reach them, and how the app looks. */
export const AccountPage = () => (useToken() === null ? <WithoutSignIn /> : <SignedIn />);
