// The first hour of somebody who starts a family: three steps, each of which ticks itself off.

import { queryOptions, useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { channelTraits } from "#contract/channels.ts";
import type { Family } from "#contract/families.ts";
import { addAddress } from "#web/features/calendar/manual-events/open-form.ts";
import { manualEventsQuery } from "#web/features/calendar/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { NobodyYet } from "#web/features/help/requests/nobody-yet.tsx";
import { ownContactMethodsQuery } from "#web/features/reachability/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { untilSignOut, useStoredRole } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Row, Rows, Section } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import styles from "./first-steps.module.css";

/** Home waits for these, because the steps are above the day. */
const meta = { pushesHomeDown: true } as const;

const invitationsQuery = (familyId: number) =>
  queryOptions({
    queryKey: ["invitations", "first-steps", familyId],
    queryFn: ({ signal }) => call("GET /api/invitations/family/:familyId", { params: { familyId } }, signal),
    meta,
  });

const startedKey = `${untilSignOut}first-steps`;

/** Whether this admin has started a family that was empty, and has not taken all steps since. */
function useIsStarting(family: Family | undefined): boolean {
  const isAdmin = useStoredRole() === "admin";
  const isAlone = family?.members.length === 1;
  const isStarting =
    family !== undefined && isAdmin && (isAlone || localStorage.getItem(startedKey) === String(family.id));
  const startedId = isStarting && isAlone ? family.id : undefined;
  useEffect(() => {
    if (startedId !== undefined) localStorage.setItem(startedKey, String(startedId));
  }, [startedId]);
  return isStarting;
}

interface StepProps {
  isDone: boolean;
  /** What to do, and what has been done. */
  words: string;
  doneWords: string;
  href: string;
  action: string;
}

const Step = ({ isDone, words, doneWords, href, action }: StepProps) => (
  <li>
    <Row>
      <p className={styles.step}>
        <Icon of={isDone ? CircleCheck : Circle} /> {isDone ? doneWords : words}
      </p>
      {!isDone && <ButtonLink href={href}>{action}</ButtonLink>}
    </Row>
  </li>
);

function Steps({ family }: { family: Family }) {
  const { data: invitations } = useQuery(invitationsQuery(family.id));
  const { data: events } = useQuery({ ...manualEventsQuery, meta });
  const { data: contactMethods } = useQuery({ ...ownContactMethodsQuery, meta });
  const hasOthers = family.members.length > 1;
  const isInvited = hasOthers || (invitations?.length ?? 0) > 0;
  const hasEvent = (events?.length ?? 0) > 0;
  // Messages on a device wake nobody. A computer without them can still have a number or an address that works.
  const hasAlerts = contactMethods?.some(
    ({ channel }) => !channelTraits[channel].wakes || !("PushManager" in window),
  );
  const areDone = isInvited && hasEvent && hasAlerts === true;
  useEffect(() => {
    if (areDone && hasOthers) localStorage.removeItem(startedKey);
  }, [areDone, hasOthers]);
  if (!invitations || !events || !contactMethods) return null;
  if (areDone) return <NobodyYet />;
  return (
    <Section title="Three steps to begin">
      <Rows as="ol">
        <Step
          isDone={isInvited}
          words="Invite your family"
          doneWords="You have invited someone."
          href="/admin/co-admins"
          action="Invite someone"
        />
        <Step
          isDone={hasEvent}
          words="Add one event to the calendar"
          doneWords="The calendar has its first event."
          href={addAddress}
          action="Add the first event"
        />
        <Step
          isDone={hasAlerts === true}
          words="Turn on messages, so that a request for help reaches you"
          doneWords="Messages are on."
          href="/account"
          action="Turn on messages"
        />
      </Rows>
    </Section>
  );
}

/** The first steps of a family, or, without any, that nobody else is here yet. */
export function FirstSteps() {
  const family = useFamily();
  const isStarting = useIsStarting(family);
  return family && isStarting ? <Steps family={family} /> : <NobodyYet />;
}
