import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { forget } from "#web/platform/api/session.ts";
import { Button } from "#web/ui/action/button.tsx";

// A connection may be half dead, so that no answer ever comes.
const logoutTimeoutMs = 4_000;

/** Signs out on this device and goes home, even if the server cannot be reached. */
function useLogOut() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call("POST /api/auth/logout", undefined, AbortSignal.timeout(logoutTimeoutMs)),
    onSettled: () => {
      forget();
      // This drops the drafts of unfinished forms.
      sessionStorage.clear();
      queries.clear();
      navigate("/");
    },
  });
}

export function LogOutButton() {
  const { mutate: logOut, isPending } = useLogOut();
  return (
    <Button icon={LogOut} isStart isBusy={isPending} busyLabel="Logging out..." onClick={() => logOut()}>
      Log Out
    </Button>
  );
}
