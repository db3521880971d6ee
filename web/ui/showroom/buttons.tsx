import { Phone, Send, Trash2 } from "lucide-react";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { MoreOption, Option } from "#web/ui/action/option.tsx";
import { Tabs } from "#web/ui/action/tabs.tsx";
import { Badge, Person } from "#web/ui/surface/badge.tsx";
import { LockedOption } from "../action/option.tsx";
import { Actions, Section, Stack } from "../layout/layout.tsx";

const tabs = [
  { href: "/admin/calendar", label: "Calendar" },
  { href: "/admin/puzzles", label: "Puzzles" },
];

export const Buttons = () => (
  <>
    <Section title="Buttons">
      <Stack gap={24}>
        <ButtonLink variant="help" href="/help">
          I Need Help
        </ButtonLink>
        <Actions>
          <Button variant="primary">Get Started</Button>
          <Button variant="primary" isBusy busyLabel="Generating Link...">
            Generate Invite Link
          </Button>
          <ButtonLink icon={Phone} href="tel:+16145550187">
            Call Anna
          </ButtonLink>
          <Button variant="danger" icon={Trash2}>
            Delete
          </Button>
          <Button variant="quiet">Send me a new code</Button>
        </Actions>
        <ButtonLink variant="back" href="/">
          Back
        </ButtonLink>
        <Tabs label="Admin Panel" tabs={tabs} current="/admin/calendar" />
      </Stack>
    </Section>
    <Section title="Badges and people">
      <Actions>
        <Badge>Pending</Badge>
        <Badge kind="success">Accepted</Badge>
        <Badge kind="danger">Declined</Badge>
      </Actions>
      <Actions>
        <Person name="Rose" />
        <Person name="Walter" />
      </Actions>
    </Section>
    <Section title="Rows to tap">
      <Stack gap={12}>
        <Option icon={Send}>My TV isn't working.</Option>
        <LockedOption state="wrong" mark="Your answer">
          The Snake River
        </LockedOption>
        <LockedOption state="right" mark="Correct">
          The Colorado River
        </LockedOption>
        <LockedOption>The Rio Grande</LockedOption>
        <MoreOption label="Something else">
          <p>A form goes here.</p>
        </MoreOption>
      </Stack>
    </Section>
  </>
);
