import { lazy, Suspense, useState } from "react";
import { Hidden } from "#web/ui/text.tsx";
import { useCurrentToast } from "./toast.ts";

/** Without a connection there may be no toaster; the live regions speak all the same. */
const Toaster = lazy(async () => {
  const module = await import("./toaster.tsx").catch(() => null);
  return { default: module?.Toaster ?? (() => null) };
});

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
      <Suspense>{isNeeded && <Toaster />}</Suspense>
    </>
  );
}
