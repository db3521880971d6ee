import { queryOptions, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Check, PencilLine, Plus, RotateCcw, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type Guide, maxSteps } from "#contract/help/guides.ts";
import type { ShownCategory } from "#contract/help/phrases.ts";
import type { Thing } from "#contract/help/things.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { CallError, call } from "#web/platform/api/call.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { SelectField, TextAreaField, TextField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Hidden, Lead } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { DrawingBoard } from "../pictures/drawing-board.tsx";
import { PictureTaking } from "../pictures/picture-taking.tsx";
import { thingsQuery } from "../things/queries.ts";
import { bodyOf, type DraftStep, type Editing, useDraft } from "./draft.ts";
import styles from "./guides.module.css";
import { type ListedGuide, useAddGuidePicture, useDeleteGuide, useSaveGuide } from "./queries.ts";
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
function StepFields(props: StepFieldsProps) {
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

/** The phrases of all categories. The key includes the family, so that one family never sees another's phrases. */
const allPhrasesQuery = (familyId: number | null) =>
  queryOptions({
    queryKey: ["help-phrases", "all", familyId],
    queryFn: ({ signal }) => call("GET /api/help-phrases/shown", undefined, signal),
  });

interface PhraseFieldProps {
  categories: ShownCategory[];
  phrase: string;
  onChange: (phrase: string) => void;
}

const PhraseField = ({ categories, phrase, onChange }: PhraseFieldProps) => (
  <SelectField
    label="Help phrase"
    hint="People who tap this phrase will be offered the guide."
    value={phrase}
    onChange={({ target }) => onChange(target.value)}
  >
    <option value="">None</option>
    {categories.map(({ id, name, phrases }) => (
      <optgroup key={id} label={name}>
        {phrases.map((one) => (
          <option key={one.id} value={one.phrase}>
            {one.phrase}
          </option>
        ))}
      </optgroup>
    ))}
  </SelectField>
);

interface ThingFieldProps {
  things: readonly Thing[];
  thingId: number | null;
  onChange: (thingId: number | null) => void;
}

const ThingField = ({ things, thingId, onChange }: ThingFieldProps) => (
  <SelectField
    label="Thing around the house"
    hint="This thing's page and its sticker will link to the guide."
    value={thingId ?? ""}
    onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
  >
    <option value="">None</option>
    {things.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </SelectField>
);

function Deletion({ guide }: { guide: Guide }) {
  const [, navigate] = useLocation();
  return (
    <Removal
      by={useDeleteGuide(guide.id)}
      of={`“${guide.title}”`}
      label="Delete this guide"
      busyLabel="Deleting..."
      question="Delete this guide?"
      detail={`“${guide.title}” and its pictures will be gone.`}
      done="The guide is deleted."
      failed={{ title: "The guide was not deleted", otherwise: "Please try again." }}
      onDone={() => navigate("/guides")}
    />
  );
}

interface FormProps {
  guide: ListedGuide | undefined;
  familyId: number | null;
  categories: ShownCategory[];
  things: readonly Thing[];
}

const fieldsOf = (error: Error | null): Readonly<Record<string, string>> =>
  (error instanceof CallError && error.problem?.fields) || {};

function GuideForm({ guide, familyId, categories, things }: FormProps) {
  const [, navigate] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const editing = useDraft(guide, familyId);
  const { title, phrase, steps, change, discard } = editing;
  // The thing may have been removed since the draft was started.
  const thingId = things.find(({ id }) => id === editing.thingId)?.id ?? null;
  const save = useSaveGuide(guide?.own?.id);
  const errors = fieldsOf(save.error);
  useEffect(() => {
    if (save.error) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [save.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const chosen = categories.flatMap(({ phrases }) => phrases).find((one) => one.phrase === phrase);
    save.mutate(bodyOf(editing, guide, { phraseId: chosen?.id ?? null, thingId }), {
      onSuccess() {
        discard();
        toast({ title: "The guide is saved." });
        navigate("/guides");
      },
    });
  };
  return (
    <form className={styles.form} noValidate ref={form} onSubmit={submit}>
      <TextField
        label="Title"
        hint="For example: Get the TV picture back"
        maxLength={80}
        autoComplete="off"
        value={title}
        error={errors.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <PhraseField categories={categories} phrase={phrase} onChange={(next) => change({ phrase: next })} />
      {things.length > 0 && (
        <ThingField things={things} thingId={thingId} onChange={(next) => change({ thingId: next })} />
      )}
      {steps.map((step, index) => (
        <StepFields
          key={step.key}
          step={step}
          number={index + 1}
          count={steps.length}
          error={errors[`steps.${index}.sentence`]}
          editing={editing}
        />
      ))}
      {steps.length < maxSteps && (
        <Button icon={Plus} onClick={editing.addStep} isStart>
          Add a step
        </Button>
      )}
      <ErrorMessage error={save.error} otherwise="This was not saved. What you wrote is still here." />
      <Actions>
        <Button type="submit" variant="primary" icon={Check} isBusy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
        <Button icon={RotateCcw} onClick={discard}>
          Undo my changes
        </Button>
        {guide?.own && <Deletion guide={guide.own} />}
      </Actions>
    </form>
  );
}

const skeleton = <SkeletonRows count={4} />;

function titleFor(guide: ListedGuide | undefined): string {
  if (!guide) return "Write a guide";
  return guide.own ? `Edit “${guide.title}”` : `Edit a copy of “${guide.title}”`;
}

/** The form for a new guide, one of the family's, or a copy of a built-in one. */
export function GuideEditor({ guide }: { guide: ListedGuide | undefined }) {
  const user = useSignedInUser();
  const role = useStoredRole();
  const isHelper = user !== undefined && role !== "grandparent";
  const familyId = user?.familyId ?? null;
  const phrases = useQuery({ ...allPhrasesQuery(familyId), enabled: isHelper });
  const things = useQuery({ ...thingsQuery, enabled: isHelper });
  const title = titleFor(guide);
  return (
    <Page title={title} layout="tight">
      <Stack gap={8}>
        <ButtonLink variant="back" href="/guides">
          All guides
        </ButtonLink>
        <h1>{title}</h1>
        <Lead>A picture and a short sentence for each step.</Lead>
      </Stack>
      {role === "grandparent" ? (
        <AccessDenied title="Only for those who help">
          Your children and grandchildren can write guides.
        </AccessDenied>
      ) : (
        <Loaded of={phrases} name="the help phrases" skeleton={skeleton}>
          {(categories) => (
            <Loaded of={things} name="the things around the house" skeleton={skeleton}>
              {(list) => (
                <GuideForm
                  key={familyId}
                  guide={guide}
                  familyId={familyId}
                  categories={categories}
                  things={list}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  );
}
