import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { HeartHandshake, House } from "lucide-react";
import { useSearchParams } from "wouter";
import { acknowledgeByLink, getHelpAnswer, type HelpAnswer } from "#contract/help-answers.ts";
import { call, messageOf } from "#web/api/call.ts";
import { CallButton } from "#web/families/call/call-button.tsx";
import { Quote } from "#web/help-requests/cards/quote.tsx";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Bone, Loading } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";

const keyOf = (token: string) => ["help-requests", "answer", token];

function useTaking(token: string) {
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
  const taking = useTaking(token);
  const { name, phoneNumber } = answer.askedBy;
  return (
    <Stack gap={24} isNarrow>
      <h1>{titleOf(answer)}</h1>
      <Quote phrase={answer.phrase} />
      <p>
        Asked at <Moment at={answer.askedAt} />. This message was sent to {answer.name}.
      </p>
      {answer.isYours && (
        <Note kind="success" isAlert title={`Thank you. ${name} can see that you will help.`} />
      )}
      {taking.isError && (
        <Note kind="warn" isAlert title={messageOf(taking.error, "That did not work. Please try again.")} />
      )}
      <Actions>
        {answer.helperName === null && (
          <Button
            variant="primary"
            icon={HeartHandshake}
            isBusy={taking.isPending}
            onClick={() => taking.mutate()}
          >
            I'll help
          </Button>
        )}
        {phoneNumber !== null && <CallButton contact={{ name, phoneNumber }} />}
      </Actions>
    </Stack>
  );
}

const Closed = ({ error }: { error: unknown }) => (
  <Stack gap={24} isNarrow>
    <h1>{messageOf(error, "We could not open this. Please try again.")}</h1>
    <Actions>
      <ButtonLink variant="primary" href="/" icon={House}>
        Open Porchlight
      </ButtonLink>
    </Actions>
  </Stack>
);

/** Where the link in a message leads. Opening it changes nothing: programs that look at links before people do may. */
export function AnswerPage() {
  const [search] = useSearchParams();
  const token = search.get("to") ?? "none";
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => call(getHelpAnswer, { params: { token } }, signal),
  });
  if (data && !error)
    return (
      <Page title={titleOf(data)}>
        <Asked answer={data} token={token} />
      </Page>
    );
  return (
    <Page title="A request for help">
      {error ? (
        <Closed error={error} />
      ) : (
        <Stack gap={24} isNarrow>
          <h1>A request for help</h1>
          <Loading label="The request" onRetry={() => void refetch()}>
            <Bone shape="row" />
          </Loading>
        </Stack>
      )}
    </Page>
  );
}
