import { type ComponentType, useEffect, useState } from "react";
import { Hidden } from "#web/ui/text.tsx";
import { useCurrentToast } from "./toast.ts";

/** Live regions that are there before they have something to say, and the toaster from the first toast on. */
export function ToastPlace() {
  const toast = useCurrentToast();
  const [{ Toaster }, bring] = useState<{ Toaster?: ComponentType }>({});
  useEffect(() => {
    // Without a connection it may not come: the live regions speak all the same, and the next toast asks for it again.
    if (toast && !Toaster) import("./toaster.tsx").then(bring, () => undefined);
  }, [toast, Toaster]);
  // A pause between the two; "Correct!" brings its own.
  const words = toast && `${toast.title.replace(/\w$/, "$&.")} ${toast.description ?? ""}`;
  const isUrgent = toast?.variant === "destructive";
  return (
    <>
      <Hidden>
        <span role="status">{isUrgent ? null : words}</span>
        <span role="alert">{isUrgent ? words : null}</span>
      </Hidden>
      {Toaster && <Toaster />}
    </>
  );
}
