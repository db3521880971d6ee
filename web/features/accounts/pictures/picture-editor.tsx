// The square of a photo that becomes somebody's picture.

import { Camera, Check, Move, Trash2 } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { type Cutout, toSmallJpeg, usePhotoChoice } from "#web/ui/picture/photo-choice.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import styles from "../accounts.module.css";

interface Crop {
  /** How much larger than the whole photo it is shown, from 1 to 4. */
  zoom: number;
  /** Where the middle of the square is, as fractions of the photo. */
  x: number;
  y: number;
}

const maxZoom = 4;
const wholePhoto: Crop = { zoom: 1, x: 0.5, y: 0.5 };

interface Size {
  width: number;
  height: number;
}

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The nearest crop whose square lies inside the photo. */
function insidePhoto({ width, height }: Size, { zoom, x, y }: Crop): Crop {
  const side = Math.min(width, height) / zoom;
  const [halfX, halfY] = [side / width / 2, side / height / 2];
  return { zoom, x: clamp(halfX, x, 1 - halfX), y: clamp(halfY, y, 1 - halfY) };
}

function cutoutOf(size: Size, crop: Crop): Cutout {
  const { zoom, x, y } = insidePhoto(size, crop);
  const side = Math.min(size.width, size.height) / zoom;
  return { x: x * size.width - side / 2, y: y * size.height - side / 2, width: side, height: side };
}

// Twice the size that the server stores, so that the picture stays sharp when the server scales it down.
const side = 640;

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

const Slider = ({ label, onChange, ...range }: SliderProps) => (
  <label className={styles.slider}>
    {label}
    <input type="range" step={0.01} {...range} onChange={({ target }) => onChange(target.valueAsNumber)} />
  </label>
);

interface CropperProps {
  label: string;
  photo: ImageBitmap;
  crop: Crop;
  /** Whether it can be moved. Until the person asks for that, a shaky hand cannot move it by mistake. */
  isMoving: boolean;
  onChange: (crop: Crop) => void;
}

/** The photo in a circle, as others will see it. If wanted, it is moved by dragging, or by the sliders below it. */
function Cropper({ label, photo, crop, isMoving, onChange }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDragging, setDragging] = useState(false);
  useEffect(() => canvas.current?.focus(), []);
  const change = (changed: Partial<Crop>) => onChange(insidePhoto(photo, { ...crop, ...changed }));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    const { x, y, width, height } = cutoutOf(photo, crop);
    context?.drawImage(photo, x, y, width, height, 0, 0, side, side);
  }, [photo, crop]);
  const drag = ({ movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (!isDragging) return;
    const scale = cutoutOf(photo, crop).width / currentTarget.clientWidth;
    change({
      x: crop.x - (movementX * scale) / photo.width,
      y: crop.y - (movementY * scale) / photo.height,
    });
  };
  return (
    <>
      <canvas
        ref={canvas}
        className={classNames(styles.circle, isMoving && styles.movable)}
        width={side}
        height={side}
        role="img"
        tabIndex={-1}
        aria-label={label}
        onPointerDown={({ currentTarget, pointerId }) => {
          if (!isMoving) return;
          currentTarget.setPointerCapture(pointerId);
          setDragging(true);
        }}
        onPointerMove={drag}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
      />
      {isMoving && (
        <>
          <Slider
            label="Size"
            min={1}
            max={maxZoom}
            value={crop.zoom}
            onChange={(zoom) => change({ zoom })}
          />
          <Slider label="Left or right" min={0} max={1} value={crop.x} onChange={(x) => change({ x })} />
          <Slider label="Up or down" min={0} max={1} value={crop.y} onChange={(y) => change({ y })} />
        </>
      )}
    </>
  );
}

interface ChosenProps extends Pick<PictureEditorProps, "name" | "save"> {
  photo: ImageBitmap;
  onSaved: () => void;
  onCancel: () => void;
}

const whose = (name: string | undefined) => (name === undefined ? "Your" : `${name}'s`);

/** The middle of the photo is right for most, so nothing has to be moved. */
function Chosen({ name, photo, save, onSaved, onCancel }: ChosenProps) {
  const [crop, setCrop] = useState(wholePhoto);
  const [isMoving, setMoving] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const notSaved = {
    title: `${whose(name)} picture was not saved`,
    otherwise: "Please try again.",
    unreached: "There is no connection. Please try again later.",
  };
  const send = async () => {
    setFailure(undefined);
    setSaving(true);
    try {
      await save(await toSmallJpeg(photo, { side }, cutoutOf(photo, crop)));
      onSaved();
    } catch (error) {
      setFailure(toastError(error, notSaved).message);
      setSaving(false);
    }
  };
  return (
    <Stack gap={12}>
      <Cropper
        label={`${whose(name)} picture as others will see it`}
        photo={photo}
        crop={crop}
        isMoving={isMoving}
        onChange={setCrop}
      />
      {failure && <Note kind="danger" isAlert title={failure} />}
      <Actions>
        <Button variant="primary" icon={Check} isBusy={isSaving} busyLabel="Saving..." onClick={send}>
          Looks good
        </Button>
        <Button icon={Move} aria-pressed={isMoving} onClick={() => setMoving(!isMoving)}>
          Move or enlarge
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Actions>
    </Stack>
  );
}

interface CurrentProps extends Omit<PictureEditorProps, "save"> {
  /** Whether it replaces the control that had the focus. */
  takesFocus: boolean;
  onChoose: () => void;
  onRemoved: (result: ActionResult) => void;
}

function Current({ name, picture, remove, onDone, takesFocus, onChoose, onRemoved }: CurrentProps) {
  const choose = useRef<HTMLButtonElement>(null);
  const [isRemoving, setRemoving] = useState(false);
  useEffect(() => {
    if (takesFocus) choose.current?.focus();
  }, [takesFocus]);
  const failed = { title: `${whose(name)} picture is still here`, otherwise: "Please try again." };
  const end = async () => {
    setRemoving(true);
    try {
      await remove();
      choose.current?.focus();
      onRemoved({ isGood: true, words: `${whose(name)} picture is gone.` });
    } catch (error) {
      onRemoved({ isGood: false, words: toastError(error, failed).message });
    }
    setRemoving(false);
  };
  return (
    <>
      {picture ? (
        <img
          className={styles.circle}
          src={picture}
          alt={name === undefined ? "You, as your family sees you" : `${name}, as the family sees them`}
        />
      ) : (
        <p>
          {name === undefined
            ? "Your family sees your initial until you choose a picture."
            : `The family sees an initial until ${name} has a picture.`}
        </p>
      )}
      <Actions>
        <Button icon={Camera} ref={choose} onClick={onChoose}>
          {picture ? "Choose another picture" : "Choose or take a picture"}
        </Button>
        {picture && (
          <Button variant="danger" icon={Trash2} isBusy={isRemoving} onClick={end}>
            {name === undefined ? "Remove my picture" : "Remove the picture"}
          </Button>
        )}
        {onDone && <Button onClick={onDone}>Done</Button>}
      </Actions>
    </>
  );
}

interface PictureEditorProps {
  /** The name of the person, or nothing for the one who is signed in. */
  name?: string;
  picture: string | null;
  save: (picture: Blob) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** Closes what it is shown in. */
  onDone?: () => void;
}

/** A person's picture: chosen or taken, cropped to a circle, and made small on this device. */
export function PictureEditor({ save, ...person }: PictureEditorProps) {
  const { name } = person;
  const [photo, setPhoto] = useState<ImageBitmap>();
  const [wasChosen, setWasChosen] = useState(false);
  const [result, setResult] = useState<ActionResult>();
  const { input, open } = usePhotoChoice({
    onPhoto: (chosen) => {
      setResult(undefined);
      setWasChosen(true);
      setPhoto(chosen);
    },
    onRefused: (words) => setResult({ isGood: false, words }),
  });
  const finish = () => {
    setPhoto(undefined);
    setResult({ isGood: true, words: `${whose(name)} picture is saved.` });
  };
  return (
    <>
      {input}
      {photo ? (
        <Chosen
          {...(name !== undefined && { name })}
          photo={photo}
          save={save}
          onSaved={finish}
          onCancel={() => setPhoto(undefined)}
        />
      ) : (
        <Current {...person} takesFocus={wasChosen} onChoose={open} onRemoved={setResult} />
      )}
      <StatusMessage of={result} />
    </>
  );
}
