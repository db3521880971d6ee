import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import type { AccountChange } from "#contract/accounts/changes.ts";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { LinkPage, useLinkToken } from "#web/ui/page/link-page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";

const keyOf = (token: string) => ["account-changes", token];

const happened: Record<AccountChange["kind"], string> = {
  "phone-number": "Your phone number was changed",
  email: "Your e-mail address was changed",
  password: "Your password was changed",
  passkey: "A passkey was added to your account",
  deletion: "Your account will be deleted",
  "sign-in": "You were signed in on another device",
};

const undoneTitle = ({ kind }: AccountChange) =>
  kind === "deletion" ? "Your account stays." : "The change is undone.";

const titleOf = (change: AccountChange) => (change.isUndone ? undoneTitle(change) : happened[change.kind]);

const DeletionText = ({ changedAt }: AccountChange) => (
  <>
    <p>
      Someone who is signed in as you asked for it on <ShortDate at={changedAt} />. After seven days
      everything about you will be deleted for good.
    </p>
    <p>Want to keep it? That also signs everyone out of your account, on every device.</p>
  </>
);

const ChangeText = ({ changedAt }: AccountChange) => (
  <>
    <p>
      It happened on <ShortDate at={changedAt} />. Was it you? Then you can close this page.
    </p>
    <p>Wasn't you? Undo it. That also signs everyone out of your account, on every device.</p>
  </>
);

const SignInText = ({ changedAt }: AccountChange) => (
  <>
    <p>
      Someone who looks after your family's page did it on <ShortDate at={changedAt} />, with a code. Was that
      right? Then you can close this page.
    </p>
    <p>If not, sign everyone out of your account, on every device.</p>
  </>
);

const texts: Partial<Record<AccountChange["kind"], typeof ChangeText>> = {
  deletion: DeletionText,
  "sign-in": SignInText,
};

const undoLabels: Partial<Record<AccountChange["kind"], string>> = {
  deletion: "Keep my account",
  "sign-in": "Sign everyone out",
};

const Undone = () => (
  <>
    <Note kind="success" isAlert title="Your account is as it was, and everyone is signed out of it." />
    <ButtonLink variant="primary" href="/?signup" isStart>
      Sign in with a code
    </ButtonLink>
  </>
);

interface ChangeProps {
  change: AccountChange;
  token: string;
}

function Change({ change, token }: ChangeProps) {
  const Text = texts[change.kind] ?? ChangeText;
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callPublic("POST /api/account-changes/:token/undoing", { params: { token } }),
    onSuccess: (undone) => queries.setQueryData(keyOf(token), undone),
  });
  return (
    <>
      <h1>
        <Unbroken>{titleOf(change)}</Unbroken>
      </h1>
      {change.isUndone ? (
        <Undone />
      ) : (
        <>
          <Text {...change} />
          <ErrorMessage error={error} />
          <Button variant="danger" icon={Undo2} isStart isBusy={isPending} onClick={() => mutate()}>
            {undoLabels[change.kind] ?? "Undo this change"}
          </Button>
        </>
      )}
    </>
  );
}

/** The page behind the link about a change. Opening it undoes nothing, because mail programs open links too. */
export function UndoPage() {
  const token = useLinkToken();
  const change = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => callPublic("GET /api/account-changes/:token", { params: { token } }, signal),
  });
  return (
    <LinkPage of={change} title="A change to your account" titleOf={titleOf}>
      {(change) => <Change change={change} token={token} />}
    </LinkPage>
  );
}
