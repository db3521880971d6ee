import type { Family } from "#contract/families.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { longDay } from "#web/ui/time/clock.ts";

const list = new Intl.ListFormat("en-US", { type: "disjunction" });

/** Names the people who can keep the family, as seen by the reader. */
function keepersOf({ members }: Family, selfId: number): string {
  const admins = members.filter(({ role, id }) => role === "admin" && id !== selfId);
  return list.format(admins.map(({ name }) => name));
}

/** Tells everybody on home that the family will be deleted. Grandparents first need to know that help still comes. */
export function FamilyEnding({ family }: { family: Family }) {
  const user = useSignedInUser();
  if (!user || !family.deletion) return null;
  const { dueAt, askedBy } = family.deletion;
  const lastDay = longDay(dueAt, family.timeZone);
  const asked = `${askedBy ?? "Someone"} asked for it.`;
  if (user.role === "grandparent")
    return (
      <Note title={`“${family.name}” closes on ${lastDay}`}>
        <p>Until then everything works, and you can ask for help as always.</p>
        <p>
          {asked} Want to keep it? You can ask {keepersOf(family, user.id)}.
        </p>
      </Note>
    );
  return (
    <Note kind="warn" title={`“${family.name}” will be deleted on ${lastDay}`}>
      <Stack gap={12}>
        <p>{asked} Until then everything works, and help still comes.</p>
        {user.role === "admin" ? (
          <ButtonLink href="/admin/family" isStart>
            Keep the family
          </ButtonLink>
        ) : (
          <p>Want to keep it? You can ask {keepersOf(family, user.id)}.</p>
        )}
      </Stack>
    </Note>
  );
}
