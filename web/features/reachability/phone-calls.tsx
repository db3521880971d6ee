import { useQuery } from "@tanstack/react-query";
import { Phone } from "lucide-react";
import { accountQuery } from "#web/features/accounts/queries.ts";
import { phoneCallsQuery, useChangePhoneCalls } from "#web/features/messages/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useSendOwnTest } from "./queries.ts";

const failed = { title: "We couldn't call you", otherwise: "Please try again." };

function showCall(isRinging: boolean): void {
  if (isRinging) toast({ title: "Your phone rings in a moment", description: "Press 1 when you hear us." });
  else toast({ title: failed.title, description: failed.otherwise, variant: "destructive" });
}

/** The list of one's contact methods shows that the call has arrived. */
function TestCall() {
  const { mutateAsync: send, isPending, error } = useSendOwnTest();
  const press = () =>
    send("call").then(
      ({ sentBy }) => showCall(sentBy.length > 0),
      (reason: unknown) => toastError(reason, failed),
    );
  return (
    <>
      <Button icon={Phone} isStart isBusy={isPending} busyLabel="Calling..." onClick={press}>
        Call me as a test
      </Button>
      <ErrorMessage {...failed} error={error} />
    </>
  );
}

/** Lets people with a phone number choose whether it is called, if this server makes phone calls. */
export function PhoneCalls() {
  const { data: account } = useQuery(accountQuery);
  const { data: calls } = useQuery(phoneCallsQuery);
  const { mutateAsync: change } = useChangePhoneCalls();
  if (!calls?.isPossible || !account?.phoneNumber) return null;
  return (
    <Stack gap={12}>
      <SavedSwitch label="Phone calls" isOn={calls.isOn} save={change} />
      <Quiet>We call you when someone needs help and nobody has answered yet.</Quiet>
      {calls.isOn && <TestCall />}
    </Stack>
  );
}
