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

/** Redraws the photo upright and without its location, at most `side` pixels wide and high. */
export async function toSmallJpeg(photo: ImageBitmap, side: number, cutout?: Cutout): Promise<Blob> {
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
  const blob = await toJpeg(canvas, 0.8);
  return blob.size <= 500_000 ? blob : await toJpeg(canvas, 0.5);
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

/** The most pixels per side that the server keeps of pictures in requests, guides and things around the house. */
const side = 1_600;

interface PictureChoice extends Omit<PhotoChoice, "onPhoto"> {
  onPicture: (picture: Blob) => unknown;
}

/** Like `usePhotoChoice`, for pictures in requests, guides and things. They are scaled down right away. */
export const usePictureChoice = ({ onPicture, ...choice }: PictureChoice): Choice =>
  usePhotoChoice({ ...choice, onPhoto: async (photo) => onPicture(await toSmallJpeg(photo, side)) });

interface PicturesChoice extends Pick<FilesChoice, "onRefused"> {
  /** Any more are left out. */
  max: number;
  onPictures: (pictures: readonly Blob[]) => unknown;
}

/** Like `usePictureChoice`, for several pictures at once. */
export const usePicturesChoice = ({ max, onPictures, ...choice }: PicturesChoice): Choice =>
  useFilesChoice({
    ...choice,
    isMultiple: true,
    async onFiles(files) {
      if (files.length > max) choice.onRefused(`These are the first ${max}. The others can come next.`);
      const pictures: Blob[] = [];
      for (const file of files.slice(0, max)) pictures.push(await toSmallJpeg(await readPhoto(file), side));
      await onPictures(pictures);
    },
  });
