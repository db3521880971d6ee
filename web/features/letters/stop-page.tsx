import { useQuery, useQueryClient } from "@tanstack/react-query";
import { House } from "lucide-react";
import type { LetterStop } from "#contract/letters.ts";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";

const keyOf = (token: string) => ["letter-stops", token];

const titleOf = ({ isStopped }: LetterStop) =>
  isStopped ? "The Sunday letter is stopped" : "Stop the Sunday letter?";

const Stopped = () => (
  <>
    <Note kind="success" isAlert title="You get no more of them. You can turn them on again under “Me”." />
    <ButtonLink href="/" icon={House} isStart>
      Open Porchlight
    </ButtonLink>
  </>
);

function Stop({ familyName, token }: { familyName: string; token: string }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callPublic("POST /api/letter-stops/:token", { params: { token } }),
    onSuccess: (stopped) => queries.setQueryData(keyOf(token), stopped),
  });
  return (
    <>
      <p>Each Saturday it brings you the week of “{familyName}” by e-mail.</p>
      <ErrorMessage error={error} />
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Stopping..." onClick={() => mutate()}>
        Stop the letter
      </Button>
    </>
  );
}

/** The page behind the link in a letter. Opening it stops nothing, because mail programs open links too. */
export function StopLetterPage() {
  const token = useLinkToken();
  const stop = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callPublic("GET /api/letter-stops/:token", { params: { token } }, signal),
  });
  return (
    <LinkPage of={stop} title="The Sunday letter" titleOf={titleOf}>
      {(found) => (
        <>
          <h1>{titleOf(found)}</h1>
          {found.isStopped ? <Stopped /> : <Stop familyName={found.familyName} token={token} />}
        </>
      )}
    </LinkPage>
  );
}
