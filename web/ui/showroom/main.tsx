import "#web/ui/tokens.css";
import "#web/ui/colors.css";
import "#web/ui/base.css";
import { Phone, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { VerifiedCode } from "#contract/accounts/sign-in.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { LockedOption, MoreOption, Option } from "#web/ui/action/option.tsx";
import { Tabs } from "#web/ui/action/tabs.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, Or } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Frame } from "#web/ui/page/frame.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Badge, Person } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ToastedError } from "#web/ui/toast/toast-error.ts";
import { TallLink } from "../action/link.tsx";
import { Confirmation } from "../dialog/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../form/field.tsx";
import { Actions, Columns, Rows, Section, Stack, Tiles } from "../layout/layout.tsx";
import { Empty, Failed } from "../state/loaded.tsx";

const tabs = [
  { href: "/admin/calendar", label: "Calendar" },
  { href: "/admin/puzzles", label: "Puzzles" },
];

const Buttons = () => (
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

const roles = [
  { value: "admin", label: "Adult child", detail: "I set things up and help out." },
  { value: "grandparent", label: "Grandparent/Senior", detail: "I see my day and ask for help." },
];

function refuseZeros({ code }: { code: string }) {
  if (code !== "0000") return toast({ title: "Phone verified" });
  throw new ToastedError("Verification failed", { code: "That is not the code we sent" });
}

function CodeForm() {
  const form = useSchemaForm({
    schema: VerifiedCode,
    defaults: { phoneNumber: "", code: "" },
    onSubmit: refuseZeros,
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("phoneNumber")}
        label="Phone number"
        hint="For example 6145550142."
        type="tel"
      />
      <TextField
        {...form.field("code")}
        label="Verification code"
        hint="6-digit code"
        inputMode="numeric"
        isCode
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        Check the code
      </Button>
      <Or />
    </Form>
  );
}

const Fields = () => (
  <Section title="Fields">
    <Columns>
      <CodeForm />
      <Stack gap={24}>
        <SelectField label="Role">
          <option>Co-Administrator</option>
          <option>Grandparent</option>
        </SelectField>
        <TextAreaField label="What do you need?" error="Please say what you need" />
        <ChoiceField name="role" label="I am a" choices={roles} error="Please select a role" />
        <div>
          <Switch label="Show family events" defaultChecked />
          <Switch label="Show appointments" />
        </div>
      </Stack>
    </Columns>
  </Section>
);

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

function Messages() {
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

const reload = () => location.reload();

const Invitations = () => (
  <Table label="Pending Invitations" columns={["Name", "Email", "Status", "Actions"]}>
    <TableRow>
      <TableCell label="Name">James Okafor</TableCell>
      <TableCell label="Email">james.okafor@example.com</TableCell>
      <TableCell label="Status">
        <Badge>Pending</Badge>
      </TableCell>
      <TableCell>
        <Actions>
          <Button>
            Share Link<Hidden> for James Okafor</Hidden>
          </Button>
          <Button variant="danger">
            Cancel<Hidden> James Okafor</Hidden>
          </Button>
        </Actions>
      </TableCell>
    </TableRow>
  </Table>
);

const States = () => (
  <>
    <Section title="Loading">
      <Columns>
        <Loading label="Loading today's events" onRetry={reload}>
          <Skeleton shape="line" />
          <Skeleton shape="row" />
        </Loading>
        <Loading label="Loading categories" onRetry={reload}>
          <Tiles as="div">
            <Skeleton shape="tile" />
            <Skeleton shape="tile" />
          </Tiles>
        </Loading>
      </Columns>
    </Section>
    <Section title="Nothing here, or something went wrong">
      <Columns>
        <Empty title="No events scheduled for today" detail="A free day. Enjoy it." />
        <Stack>
          <Failed
            title="Today's events could not be loaded"
            updatedAt={Date.parse("2026-11-20T13:05:00Z")}
            onRetry={reload}
          />
          <Rows>
            <li>Eye doctor, Ben drives</li>
            <li>Lunch with Dolores</li>
          </Rows>
        </Stack>
      </Columns>
    </Section>
    <Panel title="Pending Invitations">
      <Invitations />
    </Panel>
  </>
);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

createRoot(root).render(
  <Frame userRole="admin" isSignedIn>
    <Page title="Components">
      <h1>Components</h1>
      <Buttons />
      <Fields />
      <Messages />
      <States />
    </Page>
  </Frame>,
);
