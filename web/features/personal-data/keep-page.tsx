import { useQuery, useQueryClient } from "@tanstack/react-query";
import { House } from "lucide-react";
import type { FamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";

const keyOf = (token: string) => ["family-deletions", token];

const titleOf = ({ familyName, dueAt }: FamilyDeletion) =>
  `${familyName === null ? "The family" : `“${familyName}”`} ${dueAt ? "will be deleted" : "stays"}`;

const Retained = () => (
  <>
    <Note kind="success" isAlert title="Nothing is deleted. Everything in it is as it was." />
    <ButtonLink variant="primary" href="/" icon={House} isStart>
      Open Porchlight
    </ButtonLink>
  </>
);

interface PendingProps {
  deletion: FamilyDeletion;
  dueAt: string;
  token: string;
}

function Pending({ deletion: { askedBy, askedAt }, dueAt, token }: PendingProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callPublic("POST /api/family-deletions/:token/undoing", { params: { token } }),
    onSuccess: (retained) => queries.setQueryData(keyOf(token), retained),
  });
  return (
    <>
      <p>
        {askedBy ?? "Someone"} asked for it on <ShortDate at={askedAt} />. On <ShortDate at={dueAt} />{" "}
        everything in it will be deleted for good.
      </p>
      <p>Until then everything works, and help still comes. Your own account stays.</p>
      <ErrorMessage error={error} />
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Saving..." onClick={() => mutate()}>
        Keep the family
      </Button>
    </>
  );
}

/** The page behind the link about a deletion. Opening it keeps nothing, because mail programs open links too. */
export function KeepFamilyPage() {
  const token = useLinkToken();
  const deletion = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callPublic("GET /api/family-deletions/:token", { params: { token } }, signal),
  });
  return (
    <LinkPage of={deletion} title="Your family" titleOf={titleOf}>
      {(deletion) => (
        <>
          <h1>{titleOf(deletion)}</h1>
          {deletion.dueAt ? (
            <Pending deletion={deletion} dueAt={deletion.dueAt} token={token} />
          ) : (
            <Retained />
          )}
        </>
      )}
    </LinkPage>
  );
}
