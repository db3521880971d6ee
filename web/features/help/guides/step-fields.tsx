import { ArrowDown, ArrowUp, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { TextAreaField } from "#web/ui/form/field.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { DrawingBoard } from "../pictures/drawing-board.tsx";
import { PictureTaking } from "../pictures/picture-taking.tsx";
import type { DraftStep, Editing } from "./draft.ts";
import styles from "./guides.module.css";
import { useAddGuidePicture } from "./queries.ts";
import { MarkedPhoto, StepPicture } from "./step-picture.tsx";

interface StepFieldsProps {
  step: DraftStep;
  number: number;
  count: number;
  error: string | undefined;
  editing: Editing;
}

/** Fills the screen with the picture to draw on it. Marks become part of the draft at once. */
function MarkingDialog({ step, number, editing, onClose }: StepFieldsProps & { onClose: () => void }) {
  const { key, picture, marks } = step;
  if (!picture) return null;
  return (
    <Dialog title={`Mark the picture of step ${number}`} isWhole onClose={onClose}>
      <DrawingBoard
        show={(shown) => <MarkedPhoto picture={picture} marks={shown} name={`Step ${number}`} />}
        name={`Step ${number}`}
        marks={marks}
        onChange={(changed) => editing.changeStep(key, { marks: [...changed] })}
      />
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  );
}

/** Takes or chooses a picture, or marks and removes the one that is there. */
function PictureFields(props: StepFieldsProps) {
  const { step, number, editing } = props;
  const { key, picture, drawing } = step;
  const [isMarking, setMarking] = useState(false);
  const add = useAddGuidePicture();
  const remove = () => editing.changeStep(key, { picture: null, drawing: null, marks: [] });
  if (!picture && !drawing)
    return (
      <PictureTaking
        requestKey={`step ${key}`}
        isCamera={false}
        isBusy={add.isPending}
        sendLabels={["Use this picture", "Saving..."]}
        onSend={async (photo) => editing.changeStep(key, { picture: await add.mutateAsync(photo) })}
      />
    );
  const kind = picture ? "picture" : "drawing";
  return (
    <div className={styles.small}>
      <StepPicture step={step} name={`Step ${number}`} />
      <Actions>
        {picture && (
          <Button icon={PencilLine} onClick={() => setMarking(true)}>
            Mark the picture<Hidden> of step {number}</Hidden>
          </Button>
        )}
        <Button icon={Trash2} onClick={remove}>
          Remove the {kind}
          <Hidden> of step {number}</Hidden>
        </Button>
      </Actions>
      {isMarking && <MarkingDialog {...props} onClose={() => setMarking(false)} />}
    </div>
  );
}

/** One step: its sentence, its picture, and its place. */
export function StepFields(props: StepFieldsProps) {
  const { step, number, count, error, editing } = props;
  const { key, sentence } = step;
  return (
    <div className={styles.fields}>
      <TextAreaField
        label={`Step ${number}: what to do`}
        rows={2}
        maxLength={500}
        value={sentence}
        error={error}
        onChange={({ target }) => editing.changeStep(key, { sentence: target.value })}
      />
      <PictureFields {...props} />
      <Actions>
        <Button icon={ArrowUp} aria-disabled={number === 1} onClick={() => editing.moveStep(key, -1)}>
          Move up<Hidden> step {number}</Hidden>
        </Button>
        <Button icon={ArrowDown} aria-disabled={number === count} onClick={() => editing.moveStep(key, 1)}>
          Move down<Hidden> step {number}</Hidden>
        </Button>
        <Button
          icon={Trash2}
          aria-disabled={count === 1}
          onClick={() => count > 1 && editing.removeStep(key)}
        >
          Remove<Hidden> step {number}</Hidden>
        </Button>
      </Actions>
    </div>
  );
}
