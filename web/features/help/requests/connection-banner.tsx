import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { useContacts } from "#web/features/families/queries.ts";
import { Row } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

const useIsOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Shown while there is no connection. Offers a call. */
export function ConnectionBanner() {
  const isOnline = useIsOnline();
  const [contact] = useContacts();
  if (isOnline) return null;
  return (
    <Note kind="warn" icon={WifiOff} isAlert>
      <Row>
        <div>
          <p>
            <b>You are not online right now</b>
          </p>
          <p>You can still phone your family.</p>
        </div>
        {contact && <CallButton contact={contact} />}
      </Row>
    </Note>
  );
}
