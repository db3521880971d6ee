import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { BirthdayForm } from "./birthday-form.tsx";

/** The birthday of the person who is signed in. */
export function OwnBirthday() {
  const user = useSignedInUser();
  const member = useFamily()?.members.find(({ id }) => id === user?.id);
  return member ? <BirthdayForm key={member.id} member={member} whose="Your" /> : null;
}
