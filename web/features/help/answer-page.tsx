import { useQuery, useQueryClient } from "@tanstack/react-query";
import { HeartHandshake } from "lucide-react";
import type { HelpAnswer } from "#contract/help/answers.ts";
import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { Verdict } from "#contract/help/request-state.ts";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { ignoreSecondTap } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { PromiseQuestion } from "./requests/cards/promise-question.tsx";
import { Quote } from "./requests/cards/request-card.tsx";
import { VerdictChoice } from "./requests/cards/verdict-choice.tsx";

const keyOf = (token: string) => ["help-requests", "answer", token];

/** Any change made through the link. The page shows the server's answer. */
function useChangeByLink<What>(token: string, change: (what: What) => Promise<HelpAnswer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      ignoreSecondTap();
      queries.setQueryData(keyOf(token), answer);
    },
    onError: () => queries.invalidateQueries({ queryKey: keyOf(token) }),
  });
}

interface AnswerProps {
  answer: HelpAnswer;
  token: string;
}

function titleOf({ askedBy, helperName, isYours, isScamCheck }: HelpAnswer): string {
  if (isScamCheck) return `${askedBy.name} asks: Is this a scam?`;
  if (isYours) return `You are helping ${askedBy.name}`;
  return helperName ? `${helperName} is helping ${askedBy.name}` : `${askedBy.name} needs help`;
}

function HelpByLink({ answer, token }: AnswerProps) {
  const params = { token };
  const acknowledging = useChangeByLink(token, () =>
    callPublic("POST /api/help-answers/:token/acknowledgement", { params }),
  );
  const promising = useChangeByLink(token, (body: NewHelpPromise) =>
    callPublic("PUT /api/help-answers/:token/promise", { params, body }),
  );
  const handingOn = useChangeByLink(token, () =>
    callPublic("DELETE /api/help-answers/:token/acknowledgement", { params }),
  );
  const { askedBy, helperName, isYours, promise } = answer;
  return (
    <>
      {isYours && (
        <>
          <Note kind="success" isAlert title={`Thank you. ${askedBy.name} can see that you will help.`} />
          <PromiseQuestion
            asker={askedBy.name}
            helper={helperName ?? ""}
            promise={promise}
            isSaid={promising.isSuccess}
            isBusy={promising.isPending || handingOn.isPending}
            onChoose={promising.mutate}
            onHandOn={() => handingOn.mutate(undefined)}
          />
        </>
      )}
      {helperName === null && (
        <Button
          variant="primary"
          icon={HeartHandshake}
          isBusy={acknowledging.isPending}
          onClick={() => acknowledging.mutate(undefined)}
        >
          I'll help
        </Button>
      )}
      <ErrorMessage error={acknowledging.error ?? promising.error ?? handingOn.error} />
    </>
  );
}

function VerdictByLink({ answer, token }: AnswerProps) {
  const saying = useChangeByLink(token, (verdict: Verdict) =>
    callPublic("PUT /api/help-answers/:token/verdict", { params: { token }, body: { verdict } }),
  );
  return (
    <>
      <VerdictChoice
        asker={answer.askedBy.name}
        verdict={answer.yourVerdict ?? undefined}
        isSaid={saying.isSuccess}
        isBusy={saying.isPending}
        onChoose={saying.mutate}
      />
      <ErrorMessage error={saying.error} />
    </>
  );
}

function Asked({ answer, token }: AnswerProps) {
  const { name, phoneNumber } = answer.askedBy;
  const Answer = answer.isScamCheck ? VerdictByLink : HelpByLink;
  return (
    <>
      <h1>{titleOf(answer)}</h1>
      <Quote phrase={answer.phrase} />
      <p>
        Asked at <Moment at={answer.askedAt} />. This message was sent to {answer.name}.
      </p>
      <Answer answer={answer} token={token} />
      {phoneNumber !== null && (
        <Actions>
          <CallButton contact={{ name, phoneNumber }} />
        </Actions>
      )}
    </>
  );
}

/** The page behind the link in a message. Opening it changes nothing, because mail programs open links too. */
export function AnswerPage() {
  const token = useLinkToken();
  const request = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callPublic("GET /api/help-answers/:token", { params: { token } }, signal),
  });
  return (
    <LinkPage of={request} title="A request for help" titleOf={titleOf}>
      {(answer) => <Asked answer={answer} token={token} />}
    </LinkPage>
  );
}
