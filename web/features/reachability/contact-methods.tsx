import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleQuestionMark, type LucideIcon, Send } from "lucide-react";
import type { Channel } from "#contract/messages.ts";
import type { ContactMethod, MemberContactMethods } from "#contract/reachability.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { useReadAgain } from "#web/platform/api/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Row, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { contactMethodWords, type Health, healthOf } from "./contact-method-words.ts";
import styles from "./contact-methods.module.css";
import {
  memberContactMethodsQuery,
  ownContactMethodsQuery,
  reachabilityQuery,
  useSendTest,
} from "./queries.ts";
import { StateNote } from "./reach-warning.tsx";

const icons: Record<Health, LucideIcon> = {
  works: CircleCheck,
  waiting: CircleQuestionMark,
  fails: CircleAlert,
};

function ContactMethodRow({ method }: { method: ContactMethod }) {
  const now = useMinute();
  const health = healthOf(method, now);
  return (
    <li className={classNames(styles.method, health === "fails" && styles.fails)}>
      <Icon of={icons[health]} /> {contactMethodWords(method, now)}
    </li>
  );
}

/** A person's contact methods, and whether they work. */
const ContactMethodList = ({ methods }: { methods: readonly ContactMethod[] }) => (
  <Stack as="ul" gap={4}>
    {methods.map((method) => (
      <ContactMethodRow key={method.channel} method={method} />
    ))}
  </Stack>
);

/** One's own contact methods, and whether they work. */
export function OwnContactMethods() {
  const methods = useQuery(ownContactMethodsQuery);
  return (
    <Loaded of={methods} name="your contact methods" skeleton={<Skeleton shape="row" />}>
      {(methods) =>
        methods.length > 0 ? (
          <ContactMethodList methods={methods} />
        ) : (
          <Note kind="warn" title="No message can reach you yet.">
            <p>Add your phone number, or turn on messages on this device.</p>
          </Note>
        )
      }
    </Loaded>
  );
}

const listed = new Intl.ListFormat("en-US");

const failed = { title: "No test was sent", otherwise: "Please try again." };

function showResult({ name }: MemberContactMethods, sentBy: readonly Channel[]): void {
  const channels = listed.format(sentBy.map((channel) => channelWords[channel].by));
  if (channels) toast({ title: "Test sent", description: `To ${name} ${channels}. One tap answers it.` });
  else
    toast({ title: failed.title, description: `Nothing could be sent to ${name}.`, variant: "destructive" });
}

function MemberRow({ member }: { member: MemberContactMethods }) {
  const { mutateAsync: send, isPending, error } = useSendTest();
  const press = () =>
    send(member.id).then(
      ({ sentBy }) => showResult(member, sentBy),
      (reason: unknown) => toastError(reason, failed),
    );
  const { name, contactMethods: methods } = member;
  return (
    <li>
      <Row>
        <Stack gap={4}>
          <b>{name}</b>
          {methods.length > 0 ? (
            <ContactMethodList methods={methods} />
          ) : (
            <Quiet>No message can reach {name} yet.</Quiet>
          )}
        </Stack>
        {methods.length > 0 && (
          <Button icon={Send} isBusy={isPending} busyLabel="Sending..." onClick={press}>
            Send a test now<Hidden> to {name}</Hidden>
          </Button>
        )}
      </Row>
      <ErrorMessage {...failed} error={error} />
    </li>
  );
}

/** Lists everyone's contact methods, and whether they work. Shown in the panel. */
export function FamilyContactMethods() {
  const members = useQuery(memberContactMethodsQuery);
  const { data, isPending } = useQuery(reachabilityQuery);
  const readAgain = useReadAgain();
  return (
    <Section title="How everyone can be reached">
      {isPending && (
        <Loading label="Checking whether messages arrive" onRetry={readAgain}>
          <Skeleton shape="row" />
        </Loading>
      )}
      {data && <StateNote state={data.state} />}
      <p>Once a week we send a test to everyone who helps. It takes one tap to answer.</p>
      <Loaded of={members} name="everyone's contact methods" skeleton={<Skeleton shape="row" />}>
        {(list) => (
          <Rows>
            {list.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}
