import { Camera } from "lucide-react";
import { useState } from "react";
import type { PicturedMember } from "#contract/families.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { useChangeMemberPicture, useRemoveMemberPicture } from "../queries.ts";
import { PictureEditor } from "./picture-editor.tsx";

/** Lets an admin set the picture of somebody in the family, who can change or remove it. */
export function MemberPicture({ member: { id, name, picture } }: { member: PicturedMember }) {
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync: save } = useChangeMemberPicture();
  const { mutateAsync: remove } = useRemoveMemberPicture();
  return (
    <>
      <Button icon={Camera} onClick={() => setOpen(true)}>
        {picture ? "Change picture" : "Add picture"}
        <Hidden> of {name}</Hidden>
      </Button>
      {isOpen && (
        <Dialog title={`Picture of ${name}`} onClose={() => setOpen(false)}>
          <PictureEditor
            name={name}
            picture={picture}
            save={(upload) => save({ id, upload })}
            remove={() => remove(id)}
            onDone={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}
