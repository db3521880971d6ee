import { Send, X } from "lucide-react";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";

interface SendOrCancelProps {
  isBusy: boolean;
  onSend: () => void;
  onCancel: () => void;
}

/** The two buttons below something that was chosen or written. */
export const SendOrCancel = ({ isBusy, onSend, onCancel }: SendOrCancelProps) => (
  <Actions isWide>
    <Button variant="primary" icon={Send} isBusy={isBusy} busyLabel="Sending..." onClick={onSend}>
      Send
    </Button>
    <Button icon={X} onClick={onCancel}>
      Cancel
    </Button>
  </Actions>
);
