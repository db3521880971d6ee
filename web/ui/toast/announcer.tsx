import { Hidden } from "#web/ui/text.tsx";
import { useCurrentToast } from "./toast.ts";

/** Live regions that are there before they have something to say. */
export function ToastAnnouncer() {
  const toast = useCurrentToast();
  const words = toast && [toast.title, toast.description].filter(Boolean).join(". ");
  const isUrgent = toast?.variant === "destructive";
  return (
    <Hidden>
      <span role="status">{isUrgent ? null : words}</span>
      <span role="alert">{isUrgent ? words : null}</span>
    </Hidden>
  );
}
