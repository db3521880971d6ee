import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmationProps {
  title: string;
  detail?: string;
  /** What there is to choose first. */
  children?: ReactNode;
  /** What the button says that does it. */
  confirmLabel: string;
  icon?: LucideIcon;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is gone. The safe way out comes first. */
export const Confirmation = (props: ConfirmationProps) => (
  <Dialog title={props.title} onClose={props.onCancel}>
    {props.detail && <p>{props.detail}</p>}
    {props.children}
    <Actions>
      <Button onClick={props.onCancel}>Cancel</Button>
      <Button
        variant="danger"
        {...(props.icon && { icon: props.icon })}
        isBusy={props.isBusy ?? false}
        onClick={props.onConfirm}
      >
        {props.confirmLabel}
      </Button>
    </Actions>
  </Dialog>
);
