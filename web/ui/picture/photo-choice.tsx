// Photos from the camera or the files of this device, made small enough to send.
import { type ChangeEvent, type ReactNode, useRef } from "react";

/** Says why a file cannot be used, in words for the person who chose it. */
class UnreadablePhoto extends Error {}

/** A part of a photo in its pixels. */
export interface Cutout {
  x: number;
  y: number;
  width: number;
  height: number;
}

export async function readPhoto(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new UnreadablePhoto("This is not a photo that we can read. Please choose another one.");
  }
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const finish = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new UnreadablePhoto("This photo is too large for this device."));
    canvas.toBlob(finish, "image/jpeg", quality);
  });

interface SentSize {
  /** The most pixels wide and high. */
  side: number;
  /** Quality is given up for it, as far as nobody minds. */
  maxBytes?: number;
}

/** The last one is sent even if it has too many bytes. */
const qualities = [0.8, 0.65, 0.5] as const;

/** Redraws the photo upright and without its location. */
export async function toSmallJpeg(
  photo: ImageBitmap,
  { side, maxBytes = 500_000 }: SentSize,
  cutout?: Cutout,
): Promise<Blob> {
  const { x, y, width, height } = cutout ?? { x: 0, y: 0, width: photo.width, height: photo.height };
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new UnreadablePhoto("This photo is too large for this device.");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, x, y, width, height, 0, 0, canvas.width, canvas.height);
  // Uploads over a slow connection stay small. The server makes the picture smaller once more.
  let blob = await toJpeg(canvas, qualities[0]);
  for (const quality of qualities.slice(1)) if (blob.size > maxBytes) blob = await toJpeg(canvas, quality);
  return blob;
}

interface Choice {
  input: ReactNode;
  open: () => void;
}

interface FilesChoice {
  onFiles: (files: readonly File[]) => unknown;
  /** Called with the reason why a file cannot be used, in words for the person who chose it. */
  onRefused: (words: string) => void;
  /** Opens the camera where there is one. Others choose between the camera and their photos. */
  isCamera?: boolean;
  isMultiple?: boolean;
}

/** Lets a person take photos or choose them from this device. The input has to be on the page. */
function useFilesChoice({ onFiles, onRefused, isCamera = false, isMultiple = false }: FilesChoice): Choice {
  const input = useRef<HTMLInputElement>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = "";
    if (files.length === 0) return;
    try {
      await onFiles(files);
    } catch (error) {
      onRefused(error instanceof UnreadablePhoto ? error.message : "That did not work. Please try again.");
    }
  };
  return {
    input: (
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple={isMultiple}
        hidden
        onChange={choose}
        {...(isCamera && { capture: "environment" })}
      />
    ),
    open: () => input.current?.click(),
  };
}

interface PhotoChoice extends Pick<FilesChoice, "onRefused" | "isCamera"> {
  onPhoto: (photo: ImageBitmap) => unknown;
}

/** Lets a person take a photo or choose one from this device. */
export const usePhotoChoice = ({ onPhoto, ...choice }: PhotoChoice): Choice =>
  useFilesChoice({
    ...choice,
    onFiles: async ([file]) => file && (await onPhoto(await readPhoto(file))),
  });

/** What the server keeps of pictures in requests, guides and things around the house. Small print stays readable. */
const usualSize: SentSize = { side: 1_600 };

/** A hello is on its way for two seconds on a slow network. */
const helloSize: SentSize = { side: 1_600, maxBytes: 200_000 };

interface PictureChoice extends Omit<PhotoChoice, "onPhoto"> {
  onPicture: (picture: Blob) => unknown;
}

/** Like `usePhotoChoice`, for pictures in requests, guides and things. They are scaled down right away. */
export const usePictureChoice = ({ onPicture, ...choice }: PictureChoice): Choice =>
  usePhotoChoice({ ...choice, onPhoto: async (photo) => onPicture(await toSmallJpeg(photo, usualSize)) });

interface PicturesChoice extends Pick<FilesChoice, "onRefused"> {
  /** Any more are left out. */
  max: number;
  onPictures: (pictures: readonly Blob[]) => unknown;
}

/** Like `usePictureChoice`, for the pictures of a hello. */
export const usePicturesChoice = ({ max, onPictures, ...choice }: PicturesChoice): Choice =>
  useFilesChoice({
    ...choice,
    isMultiple: true,
    async onFiles(files) {
      if (files.length > max) choice.onRefused(`These are the first ${max}. The others can come next.`);
      const pictures: Blob[] = [];
      const failures: unknown[] = [];
      // One at a time, because a photo of a camera takes 50 MB.
      for (const file of files.slice(0, max))
        await readPhoto(file)
          .then(async (photo) => pictures.push(await toSmallJpeg(photo, helloSize)))
          .catch((error) => failures.push(error));
      if (pictures.length === 0) throw failures[0];
      if (failures.length > 0)
        choice.onRefused(`We could not read ${failures.length} of them. The others are here.`);
      await onPictures(pictures);
    },
  });
