import { CircleAlert, CircleCheck, X } from "lucide-react";
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
      <Toast.Title asChild>
        <p className={styles.title}>
          <b>{toast.title}</b>
        </p>
      </Toast.Title>
      <Toast.Close asChild>
        <Button variant="quiet" icon={X}>
          Close
        </Button>
      </Toast.Close>
      {toast.description && (
        <Toast.Description asChild>
          <p className={styles.description}>{toast.description}</p>
        </Toast.Description>
      )}
      {toast.action && (
        <Toast.Action asChild altText={toast.action.label}>
          <Button className={styles.action} onClick={toast.action.onPress}>
            {toast.action.label}
          </Button>
        </Toast.Action>
      )}
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
          className={classNames(styles.toast, toast.variant === "destructive" && styles.destructive)}
          onOpenChange={(isOpen) => !isOpen && closeToast()}
        >
          {/* The page's live regions announce it. */}
          <div className={styles.card} data-radix-toast-announce-exclude="">
            <ToastCard toast={toast} />
          </div>
        </Toast.Root>
      )}
      <Toast.Viewport
        className={styles.place}
        style={{ marginBottom: toast?.lift }}
        hotkey={["F8"]}
        label="Messages ({hotkey})"
      />
    </Toast.Provider>
  );
}
