import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { TallLink } from "../action/link.tsx";
import { Confirmation } from "../dialog/dialog.tsx";
import { Actions, Section } from "../layout/layout.tsx";

const sent = () =>
  toast({
    title: "Help Request Sent",
    description: "Your family has been notified that you need help with: My TV isn't working.",
  });

const failed = () =>
  toast({
    title: "Failed to send verification code",
    description: "Please try again.",
    variant: "destructive",
    action: { label: "Send again", onPress: sent },
  });

export function Messages() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Notes, toasts and dialogs">
      <Note kind="warn" title="You are not online right now">
        <p>You can still phone your family.</p>
      </Note>
      <Note>
        <p>Dorothy joined your family this morning.</p>
      </Note>
      <Note kind="success" title="Settings saved" />
      <Note kind="danger" title="This invitation has already been used">
        <p>Was it you? Then you can sign in with your phone number.</p>
        <TallLink href="/">Sign in</TallLink>
      </Note>
      <Actions>
        <Button onClick={sent}>Send a request</Button>
        <Button onClick={failed}>Fail to send</Button>
        <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
          Delete the event
        </Button>
      </Actions>
      {isAsking && (
        <Confirmation
          title="Are you sure?"
          detail="This will permanently delete this event. This action cannot be undone."
          confirmLabel="Delete"
          icon={Trash2}
          onConfirm={() => setAsking(false)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
