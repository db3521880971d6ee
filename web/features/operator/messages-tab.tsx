import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { channels } from "#contract/channels.ts";
import type { Channel } from "#contract/messages.ts";
import type { FailedMessage, Resent } from "#contract/operator/failed-messages.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Pager } from "#web/ui/state/pager.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { Moment, ShortDate } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { failedMessagesQuery, useResend, useResendAll } from "./queries.ts";

const failed = { title: "Nothing was sent again", otherwise: "Please try again." };

function sayResent({ resent, over }: Resent): void {
  const about = over === 1 ? "One message is" : `${over} messages are`;
  toast({
    title: resent === 1 ? "One message is sent again" : `${resent} messages are sent again`,
    ...(over > 0 && { description: `${about} about something that is over.` }),
  });
}

function ResendButton({ message: { id, kind } }: { message: FailedMessage }) {
  const { mutateAsync: resend, isPending } = useResend();
  const send = () => resend(id).then(sayResent, (error: unknown) => toastError(error, failed));
  return (
    <Button icon={Send} isBusy={isPending} busyLabel="Sending..." onClick={send}>
      Send again
      <Hidden>
        {" "}
        {kindWords(kind)}, number {id}
      </Hidden>
    </Button>
  );
}

/** "Family deletion". */
const kindWords = (kind: string): string => {
  const words = kind.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const MessageRow = ({ message }: { message: FailedMessage }) => (
  <TableRow>
    <TableCell label="When">
      <ShortDate at={message.failedAt} />, <Moment at={message.failedAt} />
    </TableCell>
    <TableCell label="Message">
      <b>{kindWords(message.kind)}</b>
      <Quiet>{channelWords[message.channel].by}</Quiet>
    </TableCell>
    <TableCell label="To">
      {message.name ?? "Somebody without an account"}
      {message.address && <Quiet>{message.address}</Quiet>}
    </TableCell>
    <TableCell label="Reason">{message.reason ?? "It was not kept."}</TableCell>
    <TableCell>
      {message.notAgain === null ? (
        <ResendButton message={message} />
      ) : (
        <Quiet>Not sent again. {message.notAgain}</Quiet>
      )}
    </TableCell>
  </TableRow>
);

interface ResendAllProps {
  channel: Channel;
  isBusy: boolean;
  onResend: () => void;
}

const ResendAll = ({ channel, isBusy, onResend }: ResendAllProps) => (
  <Button icon={Send} isBusy={isBusy} busyLabel="Sending..." onClick={onResend}>
    Send all {channelWords[channel].messages} again
  </Button>
);

/** One button for each channel with several messages that can go out again. */
function ResendButtons({ messages }: { messages: readonly FailedMessage[] }) {
  const { mutateAsync: resend, isPending, variables } = useResendAll();
  const waiting = messages.filter(({ notAgain }) => notAgain === null);
  const several = channels.filter((channel) => waiting.filter((one) => one.channel === channel).length > 1);
  if (several.length === 0) return null;
  return (
    <Actions>
      {several.map((channel) => (
        <ResendAll
          key={channel}
          channel={channel}
          isBusy={isPending && variables === channel}
          onResend={() => resend(channel).then(sayResent, (error: unknown) => toastError(error, failed))}
        />
      ))}
    </Actions>
  );
}

const columns = ["When", "Message", "To", "Reason", "Action"];

export function MessagesTab() {
  const list = useInfiniteQuery(failedMessagesQuery);
  return (
    <Section title="Failed messages">
      <p>These were given up in the last 30 days. What they say is not shown.</p>
      <Loaded of={list} name="the failed messages" skeleton={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const messages = pages.flatMap((page) => page.messages);
          if (messages.length === 0) return <Empty title="No message was given up." />;
          return (
            <>
              <ResendButtons messages={messages} />
              <Table label="Failed messages" columns={columns}>
                {messages.map((message) => (
                  <MessageRow key={message.id} message={message} />
                ))}
              </Table>
            </>
          );
        }}
      </Loaded>
      <Pager of={list} label="Show more" end="These are all from the last 30 days." />
    </Section>
  );
}
