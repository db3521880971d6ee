import { useState } from "react";
import { Hidden } from "../text.tsx";
import { useCurrentToast } from "../toast/toast.ts";
import { lazyPart } from "./lazy.tsx";

const Toaster = lazyPart(() => import("../toast/toaster.tsx"), "Toaster");

/** The live regions exist before they have something to announce. The toaster loads with the first toast. */
export function ToastPlace() {
  const toast = useCurrentToast();
  const [isNeeded, setNeeded] = useState(false);
  if (toast && !isNeeded) setNeeded(true);
  // A period makes screen readers pause, unless the title has its own punctuation.
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
