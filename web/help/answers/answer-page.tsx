import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { HeartHandshake } from "lucide-react";
import { acknowledgeByLink, getHelpAnswer, type HelpAnswer } from "#contract/help/answers.ts";
import { call, messageOf } from "#web/api/call.ts";
import { CallButton } from "#web/families/call/call-buttons.tsx";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { Quote } from "../requests/cards/request-card.tsx";

const keyOf = (token: string) => ["help-requests", "answer", token];

function useAcknowledgeByLink(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(acknowledgeByLink, { params: { token } }),
    onSuccess: (answer) => queries.setQueryData(keyOf(token), answer),
    onError: () => queries.invalidateQueries({ queryKey: keyOf(token) }),
  });
}

interface AnswerProps {
  answer: HelpAnswer;
  token: string;
}

function titleOf({ askedBy, helperName, isYours }: HelpAnswer): string {
  if (isYours) return `You are helping ${askedBy.name}`;
  return helperName ? `${helperName} is helping ${askedBy.name}` : `${askedBy.name} needs help`;
}

function Asked({ answer, token }: AnswerProps) {
  const acknowledgement = useAcknowledgeByLink(token);
  const { name, phoneNumber } = answer.askedBy;
  return (
    <>
      <h1>{titleOf(answer)}</h1>
      <Quote phrase={answer.phrase} />
      <p>
        Asked at <Moment at={answer.askedAt} />. This message was sent to {answer.name}.
      </p>
      {answer.isYours && (
        <Note kind="success" isAlert title={`Thank you. ${name} can see that you will help.`} />
      )}
      {acknowledgement.isError && (
        <Note
          kind="warn"
          isAlert
          title={messageOf(acknowledgement.error, "That did not work. Please try again.")}
        />
      )}
      <Actions>
        {answer.helperName === null && (
          <Button
            variant="primary"
            icon={HeartHandshake}
            isBusy={acknowledgement.isPending}
            onClick={() => acknowledgement.mutate()}
          >
            I'll help
          </Button>
        )}
        {phoneNumber !== null && <CallButton contact={{ name, phoneNumber }} />}
      </Actions>
    </>
  );
}

/** The page behind the link in a message. Opening it changes nothing, because mail programs open links too. */
export function AnswerPage() {
  const token = useLinkToken();
  const request = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => call(getHelpAnswer, { params: { token } }, signal),
  });
  return (
    <LinkPage of={request} title="A request for help" titleOf={titleOf}>
      {(answer) => <Asked answer={answer} token={token} />}
    </LinkPage>
  );
}
