import { Cake } from "lucide-react";
import { useState } from "react";
import type { PicturedMember } from "#contract/families.ts";
import { useHas } from "#web/features/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { BirthdayForm } from "./birthday-form.tsx";

/** Lets an admin enter the birthday of somebody in the family, who can change or remove it. */
export function MemberBirthday({ member }: { member: PicturedMember }) {
  const [isOpen, setOpen] = useState(false);
  const { name, birthday } = member;
  if (!useHas("birthdays")) return null;
  return (
    <>
      <Button icon={Cake} onClick={() => setOpen(true)}>
        {birthday ? "Change birthday" : "Add birthday"}
        <Hidden> of {name}</Hidden>
      </Button>
      {isOpen && (
        <Dialog title={`Birthday of ${name}`} onClose={() => setOpen(false)}>
          <BirthdayForm member={member} whose={`${name}'s`} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
