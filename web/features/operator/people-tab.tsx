import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OperatedPerson } from "#contract/operator/people.ts";
import { roleWords } from "#web/features/families/member-words.ts";
import { AskedButton } from "#web/ui/dialog/asked-button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Pager } from "#web/ui/state/pager.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Table, TableCell, TableRow } from "#web/ui/surface/table.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { BeingDeleted } from "./being-deleted.tsx";
import { peopleQuery, useEndSessions, useKeepPerson, useRemovePerson } from "./queries.ts";
import { SearchForm } from "./search-form.tsx";

const otherwise = "Please try again.";

function SignOut({ person: { id, name } }: { person: OperatedPerson }) {
  return (
    <AskedButton
      by={useEndSessions(id)}
      variant="danger"
      label="Sign out"
      busyLabel="Signing out..."
      of={name}
      question={`Sign ${name} out everywhere?`}
      detail={`${name} needs a code or a password on each device to come back.`}
      done={`${name} is signed out everywhere`}
      failed={{ title: `${name} was not signed out`, otherwise }}
    />
  );
}

function RemoveOrKeep({ person: { id, name, deletionDueAt } }: { person: OperatedPerson }) {
  const removal = useRemovePerson(id);
  const keeping = useKeepPerson(id);
  if (deletionDueAt)
    return (
      <AskedButton
        key="keep"
        by={keeping}
        label="Keep"
        busyLabel="Keeping..."
        of={name}
        done={`The account of ${name} stays`}
        failed={{ title: `The account of ${name} is still about to be deleted`, otherwise }}
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
      question={`Remove ${name}?`}
      detail={`In seven days the account and everything about ${name} will be deleted for good. We'll tell ${name} now that you did this. Until then the account can be kept, by ${name} or by you.`}
      done={`The account of ${name} will be deleted in seven days`}
      failed={{ title: `${name} was not removed`, otherwise }}
    />
  );
}

const PersonRow = ({ person }: { person: OperatedPerson }) => (
  <TableRow>
    <TableCell label="Name">
      <b>{person.name}</b>
      <Quiet>Number {person.id}</Quiet>
      {person.isOperator && <Badge>Operator</Badge>}
      <BeingDeleted dueAt={person.deletionDueAt} />
    </TableCell>
    <TableCell label="Phone">{person.lastDigits ? `…${person.lastDigits}` : "None"}</TableCell>
    <TableCell label="Last seen">
      {person.lastSeenAt ? <ShortDate at={person.lastSeenAt} /> : "Signed out"}
    </TableCell>
    <TableCell label="Families">
      {person.families.map(({ name, role }) => `${name} (${roleWords[role]})`).join(", ") || "None"}
    </TableCell>
    <TableCell>
      <Actions>
        <SignOut person={person} />
        <RemoveOrKeep person={person} />
      </Actions>
    </TableCell>
  </TableRow>
);

const columns = ["Name", "Phone", "Last seen", "Families", "Actions"];

export function PeopleTab() {
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery(peopleQuery(search));
  return (
    <Section title="People">
      <SearchForm label="Find somebody" hint="Words of the name, or a number." onSearch={setSearch} />
      <Loaded of={list} name="the people" skeleton={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          if (people.length === 0) return <Empty title={`We found nobody for “${search}”.`} />;
          return (
            <>
              <Table label="People" columns={columns}>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </Table>
              {search && pages.at(-1)?.hasMore && <p>There are more. Please type more of the name.</p>}
            </>
          );
        }}
      </Loaded>
      <Pager of={list} label="Show more" end="These are all people." />
    </Section>
  );
}
