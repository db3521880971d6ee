import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import type { Sent } from "#contract/endpoint.ts";
import {
  type addHelpPhrase,
  ChangedHelpPhrase,
  type changeHelpPhrase,
  type FamilyPhrase,
  NewHelpPhrase,
} from "#contract/help/phrases.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Actions, Row } from "#web/ui/layout/layout.tsx";
import { useResetAfter } from "#web/ui/list-form.ts";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import styles from "../category.module.css";
import { useAddPhrase, useChangePhrase, useDeletePhrase, useHidePhrase } from "./queries.ts";

type Typed = Sent<typeof addHelpPhrase>["body"];

interface AddPhraseProps {
  categoryId: number;
  onAdded: (phrase: FamilyPhrase) => void;
}

export function AddPhrase({ categoryId, onAdded }: AddPhraseProps) {
  const { mutateAsync: add, data: added } = useAddPhrase(categoryId);
  const form = useSchemaForm<Typed, Typed>({
    schema: NewHelpPhrase,
    defaults: { categoryId, phrase: "" },
    draft: `phrase-of-${categoryId}`,
    onSubmit: async ({ phrase }) => onAdded(await add(phrase)),
    failed: { title: "The line was not added", otherwise: "Please try again." },
  });
  useResetAfter(added, form.form, "phrase");
  return (
    <Form of={form}>
      <TextField
        {...form.field("phrase")}
        label="A line of your own"
        hint="Write it as the person who needs help would say it. For example: Please water my tomatoes."
        autoComplete="off"
      />
      <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Adding...">
        Add this line
      </Button>
    </Form>
  );
}

type Changed = Sent<typeof changeHelpPhrase>["body"];

interface EditPhraseProps {
  phrase: FamilyPhrase;
  onChanged: (phrase: FamilyPhrase) => void;
  onCancel: () => void;
}

/** Replaces the phrase that is edited. */
function EditPhrase({ phrase, onChanged, onCancel }: EditPhraseProps) {
  const { mutateAsync: change } = useChangePhrase(phrase);
  const form = useSchemaForm<Changed, Changed>({
    schema: ChangedHelpPhrase,
    defaults: { phrase: phrase.phrase },
    draft: `phrase-${phrase.id}`,
    onSubmit: async (typed) => onChanged(await change(typed.phrase)),
    failed: { title: "The line was not saved", otherwise: "Please try again." },
  });
  const cancel = () => {
    form.dropDraft();
    onCancel();
  };
  const { setFocus } = form.form;
  useEffect(() => setFocus("phrase"), [setFocus]);
  return (
    <Form of={form}>
      <TextField {...form.field("phrase")} label="Your line" autoComplete="off" />
      <Actions>
        <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
          Save this line
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </Actions>
    </Form>
  );
}

interface PhraseLineProps {
  phrase: FamilyPhrase;
  isFirst: boolean;
  isLast: boolean;
  /** The phrase was just saved, so its button takes the focus. */
  isJustChanged: boolean;
  onMove: (by: -1 | 1) => void;
  onHidden: () => void;
  onChanged: (phrase: FamilyPhrase) => void;
  onDeleted: (phrase: FamilyPhrase) => void;
}

const otherwise = "Please try again.";

function MoveButtons({ phrase, isFirst, isLast, onMove }: PhraseLineProps) {
  return (
    <>
      <Button className={styles.dense} icon={ArrowUp} aria-disabled={isFirst} onClick={() => onMove(-1)}>
        Move up<Hidden> {phrase.phrase}</Hidden>
      </Button>
      <Button className={styles.dense} icon={ArrowDown} aria-disabled={isLast} onClick={() => onMove(1)}>
        Move down<Hidden> {phrase.phrase}</Hidden>
      </Button>
    </>
  );
}

function HideButton({ phrase, onHidden }: PhraseLineProps) {
  const { mutateAsync: hide, isPending } = useHidePhrase(phrase);
  const title = `This line was not ${phrase.isHidden ? "shown" : "hidden"}`;
  const press = () => hide().then(onHidden, (error: unknown) => toastError(error, { title, otherwise }));
  return (
    <Button className={styles.dense} icon={phrase.isHidden ? Eye : EyeOff} isBusy={isPending} onClick={press}>
      {phrase.isHidden ? "Show" : "Hide"}
      <Hidden> {phrase.phrase}</Hidden>
    </Button>
  );
}

const DeleteButton = ({ phrase, onDeleted }: PhraseLineProps) => (
  <Removal
    by={useDeletePhrase(phrase)}
    of={phrase.phrase}
    label="Delete"
    busyLabel="Deleting..."
    question="Delete this line?"
    detail={`“${phrase.phrase}” will no longer be there to tap.`}
    failed={{ title: "The line was not deleted", otherwise }}
    onDone={() => onDeleted(phrase)}
    className={styles.dense}
  />
);

/** A phrase with its actions. */
export function PhraseLine(props: PhraseLineProps) {
  const { phrase, isJustChanged, onChanged } = props;
  const [isEditing, setEditing] = useState(false);
  const [wasEdited, setEdited] = useState(false);
  const edit = () => {
    setEdited(true);
    setEditing(true);
  };
  if (isEditing)
    return (
      <li>
        <EditPhrase phrase={phrase} onChanged={onChanged} onCancel={() => setEditing(false)} />
      </li>
    );
  return (
    <li>
      <Row>
        <p>
          <b>{phrase.phrase}</b> {phrase.isOwn && <Badge>Yours</Badge>}{" "}
          {phrase.isHidden && <Badge>Hidden</Badge>}
        </p>
        <Actions>
          <MoveButtons {...props} />
          <HideButton {...props} />
          {phrase.isOwn && (
            <>
              <Button
                className={styles.dense}
                icon={Pencil}
                ref={wasEdited || isJustChanged ? takeFocus : null}
                onClick={edit}
              >
                Edit<Hidden> {phrase.phrase}</Hidden>
              </Button>
              <DeleteButton {...props} />
            </>
          )}
        </Actions>
      </Row>
    </li>
  );
}
