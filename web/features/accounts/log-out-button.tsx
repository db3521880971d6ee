import { LogOut } from "lucide-react";
import { Button } from "#web/ui/action/button.tsx";
import { useLogOut } from "./sign-in.ts";

export function LogOutButton() {
  const { mutate: logOut, isPending } = useLogOut();
  return (
    <Button icon={LogOut} isStart isBusy={isPending} busyLabel="Logging out..." onClick={() => logOut()}>
      Log Out
    </Button>
  );
}
