import { type ChangeEvent, type ReactNode, useRef } from "react";
import { readPhoto, toSmallJpeg, UnreadablePhoto } from "./photo.ts";

interface Choice {
  input: ReactNode;
  open: () => void;
}

interface PhotoChoice {
  onPhoto: (photo: ImageBitmap) => unknown;
  /** Called with the reason why a file cannot be used, in words for the person who chose it. */
  onRefused: (words: string) => void;
  /** Opens the camera where there is one. Others choose between the camera and their photos. */
  isCamera?: boolean;
}

/** Lets a person take a photo or choose one from this device. The input has to be on the page. */
export function usePhotoChoice({ onPhoto, onRefused, isCamera = false }: PhotoChoice): Choice {
  const input = useRef<HTMLInputElement>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (!file) return;
    try {
      await onPhoto(await readPhoto(file));
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
        hidden
        onChange={choose}
        {...(isCamera && { capture: "environment" })}
      />
    ),
    open: () => input.current?.click(),
  };
}

/** The most pixels per side that the server keeps of pictures in requests, guides and things around the house. */
const side = 1_600;

interface PictureChoice extends Omit<PhotoChoice, "onPhoto"> {
  onPicture: (picture: Blob) => unknown;
}

/** Like `usePhotoChoice`, for pictures in requests, guides and things. They are scaled down right away. */
export const usePictureChoice = ({ onPicture, ...choice }: PictureChoice): Choice =>
  usePhotoChoice({ ...choice, onPhoto: async (photo) => onPicture(await toSmallJpeg(photo, side)) });
