import { roleWords } from "#web/invitations/role-words.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";

/** For whoever has to choose a role for somebody else. */
export const RoleGuide = () => (
  <Stack>
    <Panel as="aside" title="Who can do what">
      <Stack as="ul" gap={12}>
        <li>
          <b>{roleWords.admin}</b>: looks after all of this, answers when someone asks for help, and invites
          others.
        </li>
        <li>
          <b>{roleWords.grandparent}</b>: sees the family's day and asks for help.
        </li>
        <li>
          <b>{roleWords.child}</b>: answers when someone asks for help, and adds events.
        </li>
      </Stack>
    </Panel>
  </Stack>
);
