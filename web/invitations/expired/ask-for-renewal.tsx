import { messageOf } from "#web/api/call.ts";
import { useAskForRenewal } from "#web/invitations/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Note } from "#web/ui/surface/note.tsx";

interface AskForRenewalProps {
  inviteCode: string;
  /** Who can renew it. */
  of: string;
}

export function AskForRenewal({ inviteCode, of: name }: AskForRenewalProps) {
  const { mutate: ask, isPending, isSuccess, error } = useAskForRenewal();
  return (
    <>
      <div role="status">
        {isSuccess && (
          <Note kind="success" title={`We asked ${name} to renew it.`}>
            <p>Then the same link will work again. Please try it later.</p>
          </Note>
        )}
      </div>
      {error && (
        <Note kind="danger" isAlert title={messageOf(error, "That did not work. Please try again.")} />
      )}
      {!isSuccess && (
        <Button
          variant="primary"
          isStart
          isBusy={isPending}
          busyLabel={`Asking ${name}...`}
          onClick={() => ask(inviteCode)}
        >
          Ask {name} to renew it
        </Button>
      )}
    </>
  );
}
