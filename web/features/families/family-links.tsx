import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { mayInvite } from "./contacts.ts";
import { useFamily } from "./queries.ts";

/** Links to the person's families, if there is more than one. */
export function MyFamilies() {
  const { families = [], familyId } = useSignedInUser() ?? {};
  if (families.length < 2) return null;
  return (
    <Section title="My families" isOpen>
      <Actions>
        {families.map(({ id, name }) => (
          <ButtonLink
            key={id}
            href={`/family/${id}`}
            variant={id === familyId ? "primary" : "plain"}
            aria-current={id === familyId ? "page" : undefined}
          >
            {name}
          </ButtonLink>
        ))}
      </Actions>
    </Section>
  );
}

/** Shown to people who may invite others. */
export function InviteLink() {
  const user = useSignedInUser();
  if (!mayInvite(useFamily(), user?.id)) return null;
  return (
    <ButtonLink href={user?.role === "grandparent" ? "/family/invite" : "/admin/co-admins"} isStart>
      Invite someone
    </ButtonLink>
  );
}
