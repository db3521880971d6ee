import { Plus } from "lucide-react";
import { addAddress } from "#web/features/calendar/manual-events/open-form.ts";
import { CallRows } from "#web/features/families/call/calls.tsx";
import type { Contact } from "#web/features/families/contacts.ts";
import { GiveHello } from "#web/features/hellos/home-hellos.tsx";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Columns, Stack } from "#web/ui/layout/layout.tsx";

interface QuickActionsProps {
  grandparents: readonly Contact[];
  giver: Sender | undefined;
}

/** What a helper does on an ordinary day: call, add an event, say hello. */
export const QuickActions = ({ grandparents, giver }: QuickActionsProps) => (
  <Columns>
    <Stack>
      {grandparents.length > 0 && <CallRows of={grandparents} />}
      <ButtonLink href={addAddress} icon={Plus}>
        Add an event
      </ButtonLink>
    </Stack>
    {giver && <GiveHello giver={giver} />}
  </Columns>
);
