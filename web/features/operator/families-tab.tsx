import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OperatedFamily } from "#contract/operator/families.ts";
import { AskedButton } from "#web/ui/dialog/asked-button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Pager } from "#web/ui/state/pager.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { BeingDeleted } from "./being-deleted.tsx";
import { familiesQuery, useKeepFamily, useRemoveFamily } from "./queries.ts";
import { QuotaButton } from "./quota-button.tsx";
import { SearchForm } from "./search-form.tsx";

const otherwise = "Please try again.";

const numberOf = (count: number): string => count.toLocaleString("en-US");

const bytesInMegabyte = 1_000_000;

/** Rounded up, as the family's own panel does. */
const Stored = ({ family: { storedBytes, maxMegabytes, hasOwnQuota } }: { family: OperatedFamily }) => (
  <>
    {numberOf(Math.ceil(storedBytes / bytesInMegabyte))} of {numberOf(maxMegabytes)} MB
    {hasOwnQuota && <Quiet>Its own limit</Quiet>}
  </>
);

function RemoveOrKeep({ family: { id, name, deletionDueAt } }: { family: OperatedFamily }) {
  const removal = useRemoveFamily(id);
  const keeping = useKeepFamily(id);
  if (deletionDueAt)
    return (
      <AskedButton
        key="keep"
        by={keeping}
        label="Keep"
        busyLabel="Keeping..."
        of={name}
        done={`${name} stays`}
        failed={{ title: `${name} is still about to be deleted`, otherwise }}
      />
    );
  return (
    <AskedButton
      key="remove"
      by={removal}
      variant="danger"
      label="Remove"
      busyLabel="Removing..."
      of={name}
      question={`Remove “${name}”?`}
      detail="In seven days everything in it will be deleted for good. We'll tell everyone in it now that you did this. Until then they can keep it, and so can you."
      done={`${name} will be deleted in seven days`}
      failed={{ title: `${name} was not removed`, otherwise }}
    />
  );
}

const FamilyRow = ({ family }: { family: OperatedFamily }) => (
  <TableRow>
    <TableCell label="Family">
      <b>{family.name}</b>
      <Quiet>
        Number {family.id}, since <ShortDate at={family.createdAt} />
      </Quiet>
      <BeingDeleted dueAt={family.deletionDueAt} />
    </TableCell>
    <TableCell label="People">{numberOf(family.people)}</TableCell>
    <TableCell label="Last seen">
      {family.lastSeenAt ? <ShortDate at={family.lastSeenAt} /> : "Signed out"}
    </TableCell>
    <TableCell label="Stored">
      <Stored family={family} />
    </TableCell>
    <TableCell label="Requests">{numberOf(family.requests)}</TableCell>
    <TableCell>
      <Actions>
        <QuotaButton family={family} />
        <RemoveOrKeep family={family} />
      </Actions>
    </TableCell>
  </TableRow>
);

const columns = ["Family", "People", "Last seen", "Stored", "Requests", "Actions"];

export function FamiliesTab() {
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery(familiesQuery(search));
  return (
    <Section title="Families">
      <p>Requests are those of the last 30 days. Stored are pictures and voice messages.</p>
      <SearchForm label="Find a family" hint="Its number, or words of its name." onSearch={setSearch} />
      <Loaded of={list} name="the families" skeleton={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const families = pages.flatMap((page) => page.families);
          if (families.length === 0)
            return (
              <Empty title={search ? `No family is called “${search}”.` : "There are no families yet."} />
            );
          return (
            <>
              <Table label="Families" columns={columns}>
                {families.map((family) => (
                  <FamilyRow key={family.id} family={family} />
                ))}
              </Table>
              {search && pages.at(-1)?.hasMore && <p>There are more. Please type more of the name.</p>}
            </>
          );
        }}
      </Loaded>
      <Pager of={list} label="Show more" end="These are all families." />
    </Section>
  );
}
