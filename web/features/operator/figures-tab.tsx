import { useQuery } from "@tanstack/react-query";
import { countWords, type Figures } from "#contract/operator/figures.ts";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Quiet, Unbroken } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { figuresQuery } from "./queries.ts";

const NewOnes = ({ days }: Pick<Figures, "days">) => (
  <Section title="New people and families">
    <p>Each day begins at midnight UTC.</p>
    <Table label="New people and families" columns={["Day", "People", "Families"]}>
      {days.map(({ day, people, families }) => (
        <TableRow key={day}>
          <TableCell label="Day">
            <ShortDate at={`${day}T00:00:00Z`} timeZone="UTC" />
          </TableCell>
          <TableCell label="People">{countWords(people)}</TableCell>
          <TableCell label="Families">{countWords(families)}</TableCell>
        </TableRow>
      ))}
    </Table>
  </Section>
);

type Waiting = Pick<Figures, "openInvitations" | "startedSignUps" | "accountDeletions">;

const RightNow = ({ openInvitations, startedSignUps, accountDeletions }: Waiting) => (
  <Section title="Right now">
    <Table label="Right now" columns={["What", "How many"]}>
      <TableRow>
        <TableCell label="What">Open invitations</TableCell>
        <TableCell label="How many">{countWords(openInvitations)}</TableCell>
      </TableRow>
      <TableRow>
        <TableCell label="What">
          Sign-ups under way
          <Quiet>
            <Unbroken>
              Numbers and e-mail addresses without an account that got a code in the last 24 hours
            </Unbroken>
          </Quiet>
        </TableCell>
        <TableCell label="How many">{countWords(startedSignUps)}</TableCell>
      </TableRow>
      <TableRow>
        <TableCell label="What">Accounts about to be deleted</TableCell>
        <TableCell label="How many">{countWords(accountDeletions)}</TableCell>
      </TableRow>
    </Table>
  </Section>
);

const LimitsHit = ({ limitHits }: Pick<Figures, "limitHits">) => (
  <Section title="Limits that were hit">
    <p>How often each limit refused something in the last 24 hours. Whom it refused is not kept.</p>
    {limitHits.length === 0 ? (
      <Empty title="No limit refused anything." />
    ) : (
      <Table label="Limits that were hit" columns={["Limit", "Refused"]}>
        {limitHits.map(({ limit, refused }) => (
          <TableRow key={limit}>
            <TableCell label="Limit">
              <Unbroken>{limit}</Unbroken>
            </TableCell>
            <TableCell label="Refused">{refused.toLocaleString("en-US")}</TableCell>
          </TableRow>
        ))}
      </Table>
    )}
  </Section>
);

export function FiguresTab() {
  const figures = useQuery(figuresQuery);
  return (
    <Loaded of={figures} name="the figures" skeleton={<SkeletonRows count={3} />}>
      {({ days, limitHits, ...waiting }) => (
        <Stack gap={24}>
          <RightNow {...waiting} />
          <LimitsHit limitHits={limitHits} />
          <NewOnes days={days} />
        </Stack>
      )}
    </Loaded>
  );
}
