import { Button } from "#web/ui/action/button.tsx";
import { Loading, Skeleton } from "#web/ui/state/loading.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Panel } from "#web/ui/surface/panel.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { Actions, Columns, Rows, Section, Stack, Tiles } from "../layout/layout.tsx";
import { Empty, Failed } from "../state/loaded.tsx";

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

export const States = () => (
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
            lastUpdated="Last updated 8:05 AM"
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
