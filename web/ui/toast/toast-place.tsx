import { useState } from "react";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { useCurrentToast } from "./toast.ts";

const Toaster = lazyPart(() => import("./toaster.tsx"), "Toaster");

/** Live regions that are there before they have something to say, and the toaster from the first toast on. */
export function ToastPlace() {
  const toast = useCurrentToast();
  const [isNeeded, setNeeded] = useState(false);
  if (toast && !isNeeded) setNeeded(true);
  // A pause between the two; "Correct!" brings its own.
  const words = toast && `${toast.title.replace(/\w$/, "$&.")} ${toast.description ?? ""}`;
  const isUrgent = toast?.variant === "destructive";
  return (
    <>
      <Hidden>
        <span role="status">{isUrgent ? null : words}</span>
        <span role="alert">{isUrgent ? words : null}</span>
      </Hidden>
      {isNeeded && <Toaster />}
    </>
  );
}
