import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { ContactMethodList } from "./contact-method-list.tsx";
import { ownContactMethodsQuery } from "./queries.ts";

/** One's own contact methods, and whether they work. */
export function OwnContactMethods() {
  const methods = useQuery(ownContactMethodsQuery);
  return (
    <Loaded of={methods} name="your contact methods" skeleton={<Skeleton shape="row" />}>
      {(methods) =>
        methods.length > 0 ? (
          <ContactMethodList methods={methods} />
        ) : (
          <Note kind="warn" title="No message can reach you yet.">
            <p>Add your phone number, or turn on messages on this device.</p>
          </Note>
        )
      }
    </Loaded>
  );
}
