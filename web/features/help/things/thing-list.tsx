import { Camera, ImageOff, Pencil, Plus, Printer, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Thing } from "#contract/help/things.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { Actions, Row, Rows, Stack } from "#web/ui/layout/layout.tsx";
import { useListForm } from "#web/ui/list-form.ts";
import { Page } from "#web/ui/page/page.tsx";
import { usePictureChoice } from "#web/ui/picture/photo-choice.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { thingsTitle, useChangeThingPicture, useRemoveThing, useRemoveThingPicture } from "./queries.ts";
import { ThingForm } from "./thing-form.tsx";
import { ThingNotes, ThingPicture } from "./thing-view.tsx";

const notSaved = { title: "The picture was not saved", otherwise: "Please try again." };
const notRemoved = { title: "The picture is still there", otherwise: "Please try again." };

/** Takes, replaces and removes the picture of a thing. */
function ThingPictureButtons({ thing: { id, name, picture } }: { thing: Thing }) {
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

interface ThingRowProps {
  thing: Thing;
  onEdit: () => void;
  onRemoved: () => void;
}

const failed = { title: "This was not removed", otherwise: "Please try again." };

function ThingRow({ thing, onEdit, onRemoved }: ThingRowProps) {
  const { id, name, room, guides } = thing;
  const removal = useRemoveThing(id);
  return (
    <Stack gap={12}>
      <Row>
        <Stack gap={8}>
          <h2>{name}</h2>
          {room && <Quiet>{room}</Quiet>}
          <ThingNotes thing={thing} />
          {guides.length > 0 && <Quiet>Guides: {guides.map(({ title }) => title).join(", ")}</Quiet>}
        </Stack>
        <ThingPicture thing={thing} isSmall />
      </Row>
      <Actions>
        <Button icon={Pencil} onClick={onEdit}>
          Edit<Hidden> {name}</Hidden>
        </Button>
        <ThingPictureButtons thing={thing} />
        <ButtonLink icon={Printer} href={`/things/stickers?thing=${id}`}>
          Print a sticker<Hidden> for {name}</Hidden>
        </ButtonLink>
        <Removal
          by={removal}
          of={name}
          label="Remove"
          busyLabel="Removing..."
          question={`Remove ${name}?`}
          detail="Its notes and its picture are deleted. Its guides stay. Its sticker stops working."
          done={`${name} is removed`}
          failed={failed}
          onDone={onRemoved}
        />
      </Actions>
    </Stack>
  );
}

const ThingLinks = ({ things }: { things: readonly Thing[] }) => (
  <Stack as="ul" gap={12}>
    {things.length === 0 && <li>Your family has not written anything here yet.</li>}
    {things.map(({ id, name }) => (
      <li key={id}>
        <Stack>
          <ButtonLink href={`/things/${id}`}>{name}</ButtonLink>
        </Stack>
      </li>
    ))}
  </Stack>
);

interface ThingListProps {
  things: readonly Thing[];
  /** All guides of the family. */
  guides: Thing["guides"];
}

function ChangeableThings({ things, guides }: ThingListProps) {
  const { open, setOpen, close, list, focusList } = useListForm();
  return (
    <div ref={list} tabIndex={-1}>
      <Stack gap={24}>
        {open === "new" ? (
          <ThingForm allGuides={guides} onClose={close} />
        ) : (
          <Actions>
            <Button variant="primary" icon={Plus} onClick={() => setOpen("new")}>
              Add a thing
            </Button>
            {things.length > 1 && (
              <ButtonLink icon={Printer} href="/things/stickers">
                Print stickers
              </ButtonLink>
            )}
          </Actions>
        )}
        {things.length === 0 && open === undefined && (
          <Empty title="Nothing here yet." detail="Start with the TV: people ask about it most." />
        )}
        {things.length > 0 && (
          <Rows>
            {things.map((thing) => (
              <li key={thing.id}>
                {open === thing.id ? (
                  <ThingForm thing={thing} allGuides={guides} onClose={close} />
                ) : (
                  <ThingRow thing={thing} onEdit={() => setOpen(thing.id)} onRemoved={focusList} />
                )}
              </li>
            ))}
          </Rows>
        )}
      </Stack>
    </div>
  );
}

const Intro = () => (
  <>
    <p>The TV, the router, the hearing aids. Helpers see them next to each request for help.</p>
    <p>Don't write passwords or PINs here. Everyone in your family can read this.</p>
  </>
);

/** All things, which helpers can change. Others only open them. */
export function ThingList(props: ThingListProps) {
  const isHelper = useStoredRole() !== "grandparent";
  return (
    <Page title={thingsTitle} layout="tight">
      <Stack gap={8}>
        <ButtonLink variant="back" href={isHelper ? "/admin/help" : "/help"}>
          Back
        </ButtonLink>
        <h1>{thingsTitle}</h1>
      </Stack>
      {isHelper ? (
        <>
          <Intro />
          <ChangeableThings {...props} />
        </>
      ) : (
        <ThingLinks things={props.things} />
      )}
    </Page>
  );
}
