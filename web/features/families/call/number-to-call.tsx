import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Section } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { contactsOf } from "../contacts.ts";
import { useOwnNumber } from "../own-number.ts";
import { useFamily } from "../queries.ts";

const OwnNumberForm = lazyPart(() => import("./own-number-form.tsx"), "OwnNumberForm", {
  title: "the form for a number",
  skeleton: <SkeletonRows count={3} />,
});

/** Asks a grandparent for somebody to call while nobody in the family can be phoned, because "Please call" needs a number. */
export function NumberToCall() {
  const user = useSignedInUser();
  const family = useFamily();
  const stored = useOwnNumber(family?.id);
  if (!family || user?.role !== "grandparent" || contactsOf(family, user.id).length > 0) return null;
  const form = <OwnNumberForm key={stored?.phoneNumber} familyId={family.id} stored={stored} />;
  if (stored) return <MoreOption label="Change the number to call">{form}</MoreOption>;
  return (
    <Section title="Whom can you call?">
      <p>Nobody in your family has a phone number here yet. Please add one.</p>
      {form}
    </Section>
  );
}
