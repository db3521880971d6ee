import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { Channel } from "#contract/messages.ts";
import type { MemberContactMethods } from "#contract/reachability.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { useReadAgain } from "#web/platform/api/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Row, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { ContactMethodList } from "./contact-methods/contact-method-list.tsx";
import { memberContactMethodsQuery, useSendTest } from "./contact-methods/queries.ts";
import { StateNote } from "./contact-methods/state-note.tsx";
import { reachabilityQuery } from "./queries.ts";

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
