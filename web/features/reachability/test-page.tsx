import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { TestAnswer } from "#contract/reachability.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button } from "#web/ui/action/button.tsx";
import { LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";

const keyOf = (token: string) => ["test-answers", token];

const titleOf = ({ isAnswered }: TestAnswer) =>
  isAnswered ? "Thank you. It works." : "Does this reach you?";

interface TestProps {
  answer: TestAnswer;
  token: string;
}

function Test({ answer, token }: TestProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callPublic("POST /api/test-answers/:token", { params: { token } }),
    onSuccess: (answered) => queries.setQueryData(keyOf(token), answered),
  });
  return (
    <>
      <h1>{titleOf(answer)}</h1>
      <p>
        This message came {channelWords[answer.channel].cameBy}, for {answer.name}. It is only a test.
      </p>
      <ErrorMessage error={error} />
      {answer.isAnswered ? (
        <Note kind="success" isAlert title="Your family can count on it. You can close this page." />
      ) : (
        <Button variant="primary" icon={CircleCheck} isStart isBusy={isPending} onClick={() => mutate()}>
          It works
        </Button>
      )}
    </>
  );
}

/** The page behind the link of a test. Opening it answers nothing, because mail programs open links too. */
export function TestPage() {
  const token = useLinkToken();
  const test = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callPublic("GET /api/test-answers/:token", { params: { token } }, signal),
  });
  return (
    <LinkPage of={test} title="A test" titleOf={titleOf}>
      {(answer) => <Test answer={answer} token={token} />}
    </LinkPage>
  );
}
