import { Camera, ImageOff, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Thing } from "#contract/help/things.ts";
import { Button } from "#web/ui/action/button.tsx";
import { usePictureChoice } from "#web/ui/picture/photo-choice.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useChangeThingPicture, useRemoveThingPicture } from "./queries.ts";

const notSaved = { title: "The picture was not saved", otherwise: "Please try again." };
const notRemoved = { title: "The picture is still there", otherwise: "Please try again." };

/** Takes, replaces and removes the picture of a thing. */
export function ThingPictureButtons({ thing: { id, name, picture } }: { thing: Thing }) {
  const change = useChangeThingPicture(id);
  const removal = useRemoveThingPicture(id);
  const [problem, setProblem] = useState<string>();
  // A picture that could not be sent stays here for another try.
  const [unsent, setUnsent] = useState<Blob>();
  const send = (photo: Blob) => {
    setProblem(undefined);
    setUnsent(photo);
    change.mutate(photo, {
      onSuccess: () => {
        setUnsent(undefined);
        toast({ title: `The picture of ${name} is saved` });
      },
      onError: (error) => setProblem(toastError(error, notSaved).message),
    });
  };
  const { input, open } = usePictureChoice({ onPicture: send, onRefused: setProblem });
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => toast({ title: `The picture of ${name} is removed` }),
      onError: (error) => setProblem(toastError(error, notRemoved).message),
    });
  return (
    <>
      {input}
      <Button icon={Camera} isBusy={change.isPending} busyLabel="Saving..." onClick={open}>
        {picture ? "Another picture" : "Add a picture"}
        <Hidden> of {name}</Hidden>
      </Button>
      {picture && (
        <Button icon={ImageOff} isBusy={removal.isPending} onClick={remove}>
          Remove the picture<Hidden> of {name}</Hidden>
        </Button>
      )}
      {problem && (
        <Note kind="danger" isAlert title={problem}>
          {unsent && (
            <Button icon={RefreshCw} onClick={() => send(unsent)}>
              Try again
            </Button>
          )}
        </Note>
      )}
    </>
  );
}
