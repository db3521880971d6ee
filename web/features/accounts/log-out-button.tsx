import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { forget } from "#web/platform/api/session.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";

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

interface LogOutButtonProps {
  /** Asks people first for whom it is hard to come back. */
  asksFirst?: boolean;
}

export function LogOutButton({ asksFirst = false }: LogOutButtonProps) {
  const { mutate: logOut, isPending } = useLogOut();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        icon={LogOut}
        isStart
        isBusy={isPending}
        busyLabel="Logging out..."
        onClick={() => (asksFirst ? setAsking(true) : logOut())}
      >
        Log Out
      </Button>
      {isAsking && (
        <Confirmation
          title="You'll need a code to come back. Log out?"
          confirmLabel="Yes, log out"
          icon={LogOut}
          isBusy={isPending}
          onConfirm={() => logOut()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
