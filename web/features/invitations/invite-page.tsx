import { useQuery } from "@tanstack/react-query";
import { CalendarDays, HandHelping, LifeBuoy, type LucideIcon, Phone, Puzzle, UserPlus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { callName } from "#contract/call-name.ts";
import type { Role } from "#contract/families.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { readLinkCode } from "#contract/typed-words.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { Signup, WelcomePage } from "#web/features/accounts/signup/signup.tsx";
import { SignupCard } from "#web/features/accounts/signup/signup-card.tsx";
import { roleWords } from "#web/features/families/member-words.ts";
import { AlertsStep, useLacksAlerts } from "#web/features/reachability/alerts-step.tsx";
import { CallError } from "#web/platform/api/call.ts";
import { token, useToken } from "#web/platform/api/session.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Lead } from "#web/ui/text.tsx";
import styles from "./invitations.module.css";
import { Expired, InvalidInvitation, NoCode, VerifyFailed } from "./invite-error.tsx";
import { Decline, JoinCard } from "./join-card.tsx";
import { invitationQuery, useJoinFamily } from "./queries.ts";

type Ability = [icon: LucideIcon, words: string];

const seeTheDay: Ability = [CalendarDays, "See what the family has planned today"];
const answer: Ability = [HandHelping, "Answer when someone asks for help"];

const abilities: Record<Role, Ability[]> = {
  grandparent: [seeTheDay, [Puzzle, "Do the puzzle of the day"], [LifeBuoy, "Ask for help with one button"]],
  child: [seeTheDay, answer, [Phone, "Call the family with one tap"]],
  admin: [seeTheDay, answer, [UserPlus, "Invite the rest of the family"]],
};

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The facts of an invitation. */
const Invited = ({ invitation }: { invitation: OpenInvitation }) => (
  <Stack gap={24}>
    <h1>You've Been Invited!</h1>
    <Lead>
      {callName(invitation.invitedBy, invitation.familyName)} would like you to join the family on Porchlight.
    </Lead>
    <dl className={styles.facts}>
      <Fact name="Name">{invitation.name}</Fact>
      <Fact name="Family">{invitation.familyName}</Fact>
      <Fact name="Role">{roleWords[invitation.role]}</Fact>
    </dl>
  </Stack>
);

const Abilities = ({ role }: { role: Role }) => (
  <Panel title="What you will be able to do">
    <Stack as="ul" gap={12}>
      {abilities[role].map(([icon, words]) => (
        <li key={words} className={styles.able}>
          <Icon of={icon} /> {words}
        </li>
      ))}
    </Stack>
  </Panel>
);

interface InvitedPageProps {
  invitation: OpenInvitation;
  /** The form to answer. On a phone it comes right after the facts. */
  children: ReactNode;
}

const InvitedPage = ({ invitation, children }: InvitedPageProps) => (
  <Page title="You've Been Invited!">
    <div className={styles.box}>
      <div className={styles.invited}>
        <Invited invitation={invitation} />
        <div className={styles.answer}>{children}</div>
        <Abilities role={invitation.role} />
      </div>
    </div>
  </Page>
);

interface OpenProps {
  invitation: OpenInvitation;
}

/** Asks people who will help to turn on alerts, if this device is known by then to support them. */
function useAlertsStep({ role }: OpenInvitation, hasJoined: boolean) {
  const lacksAlerts = useLacksAlerts();
  const [isWanted, setWanted] = useState(false);
  if (lacksAlerts && !isWanted && !hasJoined) setWanted(true);
  if (!isWanted || role === "grandparent") return undefined;
  return (onDone: () => void) => <AlertsStep onDone={onDone} />;
}

function ForMember({ invitation }: OpenProps) {
  const user = useSignedInUser();
  const [hasJoined, setJoined] = useState(false);
  const [isAsked, setAsked] = useState(true);
  const alertsStep = useAlertsStep(invitation, hasJoined);
  if (!user) return <Checking />;
  if (hasJoined && isAsked && alertsStep) return alertsStep(() => setAsked(false));
  if (hasJoined) return <WelcomePage of={{ name: user.displayName, isNew: false, hasJoined }} />;
  return (
    <InvitedPage invitation={invitation}>
      <JoinCard invitation={invitation} user={user} onJoined={() => setJoined(true)} />
    </InvitedPage>
  );
}

interface ForNewcomerProps extends OpenProps {
  /** Called when somebody with an account signs in. They are asked before they join. */
  onSignedIn: () => void;
}

function ForNewcomer({ invitation, onSignedIn }: ForNewcomerProps) {
  const join = useJoinFamily();
  const alertsStep = useAlertsStep(invitation, useToken() !== null);
  return (
    <Signup
      invitation={invitation}
      afterJoining={alertsStep}
      accept={(userId, session) => join(invitation.inviteCode, userId, session)}
    >
      {() => (
        <InvitedPage invitation={invitation}>
          <Stack gap={24}>
            <SignupCard invitation={invitation} onSignedIn={onSignedIn} />
            <Decline invitation={invitation} />
          </Stack>
        </InvitedPage>
      )}
    </Signup>
  );
}

function Checking({ onRetry = () => location.reload() }: { onRetry?: () => void }) {
  return (
    <Page title="Verifying invitation...">
      <Stack gap={24} isNarrow>
        <h1>Verifying invitation...</h1>
        <Loading label="Verifying invitation" onRetry={onRetry}>
          <Skeleton shape="line" />
          <Skeleton shape="row" />
        </Loading>
      </Stack>
    </Page>
  );
}

function WithCode({ code }: { code: string }) {
  const { data, error } = useQuery(invitationQuery(code));
  // Signing up here also signs the person in. The page must not change while they are still signing up.
  const [isToBeAsked, setToBeAsked] = useState(() => token() !== null);
  const isMember = useToken() !== null && isToBeAsked;
  const askAdvice = useRef<string>(undefined);
  if (error instanceof CallError && error.status === 404) askAdvice.current ??= error.problem?.fields?.code;
  // This page stays after the link was renewed on it, because it shows the result.
  if (askAdvice.current) return <Expired code={code} askAdvice={askAdvice.current} />;
  // An invitation that was open at first stays on screen. The next step says if it has been used.
  if (data)
    return isMember ? (
      <ForMember invitation={data} />
    ) : (
      <ForNewcomer invitation={data} onSignedIn={() => setToBeAsked(true)} />
    );
  if (error) return <VerifyFailed error={error} />;
  return data === null ? <InvalidInvitation /> : <Checking />;
}

export function InvitePage() {
  const [search] = useSearchParams();
  const code = readLinkCode(search.get("code") ?? "");
  return code ? <WithCode key={code} code={code} /> : <NoCode />;
}
