import { useRequestVerification } from "#web/accounts/queries.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** A number, or the one of an invitation, which only the server knows. */
export type CodeReceiver = { phoneNumber: string } | { inviteCode: string };

/** Texts a code to a number and says so, or why not. */
export function useSendCode() {
  const { mutateAsync, isPending } = useRequestVerification();
  const send = async (receiver: CodeReceiver) => {
    try {
      await mutateAsync(receiver);
    } catch (error) {
      throw refusalOf(error, {
        title: "Failed to send verification code",
        otherwise: "Please try again.",
        unreached: "Failed to send verification code. Please try again.",
      });
    }
    toast({
      title: "Verification code sent",
      description: "Please check your phone for the verification code.",
    });
  };
  return { send, isSending: isPending };
}
