import { CalendarDays, HandHelping, LifeBuoy, type LucideIcon, Phone, Puzzle, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { Role } from "#contract/families.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { roleWords } from "#web/features/families/role-words.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Lead } from "#web/ui/text.tsx";
import styles from "./invitations.module.css";

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
      {invitation.name}, {invitation.invitedBy} would like you to join the family on Porchlight.
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

export const InvitedPage = ({ invitation, children }: InvitedPageProps) => (
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
