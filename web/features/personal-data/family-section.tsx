import { queryOptions, useQuery } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import type { Family } from "#contract/families.ts";
import { addressOf, call } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { longDay } from "#web/ui/time/clock.ts";
import { DeleteButton, type Deletion, PendingDeletion } from "./deletion.tsx";

const deletionOf = ({ name }: Family): Deletion => ({
  request: () => call("POST /api/family/deletion"),
  cancel: () => call("DELETE /api/family/deletion"),
  queryKey: ["family"],
  words: {
    deleteLabel: "Delete this family",
    question: `Delete “${name}”?`,
    detail:
      "In seven days everything your family entered will be deleted for good. We'll tell everyone in it now. Until then any of you can keep it. Your accounts stay.",
    notDeleted: "Your family stays as it is",
    pending: `“${name}” will be deleted`,
    keepLabel: "Keep the family",
    notKept: "Your family is still about to be deleted",
  },
});

const storageQuery = queryOptions({
  queryKey: ["family", "storage"],
  queryFn: ({ signal }) => call("GET /api/family/storage", undefined, signal),
  // A picture that somebody sends changes nothing else that this page shows, so it is read each time it is shown.
  refetchOnMount: "always",
});

/** The number has a line of its own, so that nothing moves when it arrives. */
function StorageLine() {
  const { data, isError } = useQuery(storageQuery);
  const used =
    data &&
    `${data.usedMegabytes.toLocaleString("en-US")} of ${data.maxMegabytes.toLocaleString("en-US")} MB`;
  return (
    <p>
      Pictures and voice messages:
      <br />
      <b>{used ?? (isError ? "We can't tell right now." : "…")}</b>
    </p>
  );
}

/** Exports and deletes the family. Shown in the panel. */
export function FamilyData({ family }: { family: Family }) {
  const deletion = deletionOf(family);
  return (
    <Section title="Your family's data">
      <p>Get a copy of what your family shares. What is private to one member is not in it.</p>
      <StorageLine />
      <Actions>
        <ButtonLink href={addressOf("GET /api/family/export")} download icon={Download}>
          Download the family's data
        </ButtonLink>
        <ButtonLink href="/family/move" icon={Upload}>
          Move a family to this server
        </ButtonLink>
        {!family.deletion && <DeleteButton of={deletion} />}
      </Actions>
      {family.deletion && (
        <PendingDeletion of={deletion}>
          <p>
            {family.deletion.askedBy ?? "Someone"} asked for it. On{" "}
            {longDay(family.deletion.dueAt, family.timeZone)} everything in it will be deleted for good.
          </p>
          <p>Until then everything works, and help still comes.</p>
        </PendingDeletion>
      )}
    </Section>
  );
}
