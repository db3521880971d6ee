import { CircleAlert, CircleCheck } from "lucide-react";
import * as Toast from "radix-ui/toast";
import { Button } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import { type CurrentToast, closeToast, useCurrentToast } from "./toast.ts";
import styles from "./toaster.module.css";

function ToastCard({ toast }: { toast: CurrentToast }) {
  const isDestructive = toast.variant === "destructive";
  return (
    <>
      <Icon of={isDestructive ? CircleAlert : CircleCheck} />
      <div className={styles.words}>
        <Toast.Title asChild>
          <p>
            <b>{toast.title}</b>
          </p>
        </Toast.Title>{" "}
        {toast.description && (
          <Toast.Description asChild>
            <p>{toast.description}</p>
          </Toast.Description>
        )}
      </div>
      {toast.action && (
        <Toast.Action asChild altText={toast.action.label}>
          <Button className={styles.button} onClick={toast.action.onPress}>
            {toast.action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <Button className={styles.button} variant="quiet">
          Close
        </Button>
      </Toast.Close>
    </>
  );
}

/** Shows one toast at a time, for 5000 ms. A swipe to the right by 50 px closes it, and F8 moves the focus to it. */
export function Toaster() {
  const toast = useCurrentToast();
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          // As "foreground", Radix would interrupt the page's live regions with the word "Notification".
          type="background"
          className={classNames(styles.toast, toast.variant === "destructive" && styles.destructive)}
          onOpenChange={(isOpen) => !isOpen && closeToast(toast)}
        >
          {/* The page's live regions announce it. */}
          <div className={styles.card} data-radix-toast-announce-exclude="">
            <ToastCard toast={toast} />
          </div>
        </Toast.Root>
      )}
      <Toast.Viewport hotkey={["F8"]} label="Messages ({hotkey})" />
    </Toast.Provider>
  );
}
