import { LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { Button } from "#web/ui/action/button.tsx";
import { useLogOut } from "./queries.ts";

export function LogOutButton() {
  const [, navigate] = useLocation();
  const { mutate: logOut, isPending } = useLogOut();
  return (
    <Button
      icon={LogOut}
      isStart
      isBusy={isPending}
      busyLabel="Logging out..."
      onClick={() => logOut(undefined, { onSettled: () => navigate("/") })}
    >
      Log Out
    </Button>
  );
}
