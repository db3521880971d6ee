import { useQuery } from "@tanstack/react-query";
import { Phone } from "lucide-react";
import { useState } from "react";
import type { PicturedMember } from "#contract/families.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { PhoneDoorForm } from "./phone-door-form.tsx";
import { phoneDoorsQuery } from "./queries.ts";

/** Lets an admin decide whether a grandparent can call Porchlight. It is nothing on a server that takes no calls. */
export function MemberPhoneDoor({ member }: { member: PicturedMember }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(phoneDoorsQuery);
  const { name, id, role } = member;
  if (!data || data.number === null || role !== "grandparent") return null;
  const door = data.doors.find(({ personId }) => personId === id);
  return (
    <>
      <Button icon={Phone} onClick={() => setOpen(true)}>
        By telephone{door ? ": on" : ""}
        <Hidden> for {name}</Hidden>
      </Button>
      {isOpen && (
        <Dialog title={`${name} by telephone`} onClose={() => setOpen(false)}>
          <PhoneDoorForm member={member} door={door} number={data.number} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
