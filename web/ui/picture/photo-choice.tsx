import { type ChangeEvent, type ReactNode, useRef } from "react";
import { readPhoto, UnreadablePhoto } from "./photo.ts";

interface PhotoChoice {
  onPhoto: (photo: ImageBitmap) => unknown;
  /** Called with the reason why a file cannot be used, in words for the person who chose it. */
  onRefused: (words: string) => void;
}

/** Lets a person take a photo or choose one from this device. The input has to be on the page. */
export function usePhotoChoice({ onPhoto, onRefused }: PhotoChoice): { input: ReactNode; open: () => void } {
  const input = useRef<HTMLInputElement>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (!file) return;
    try {
      await onPhoto(await readPhoto(file));
    } catch (error) {
      onRefused(error instanceof UnreadablePhoto ? error.message : "Please try again.");
    }
  };
  return {
    input: <input ref={input} type="file" accept="image/*" hidden onChange={choose} />,
    open: () => input.current?.click(),
  };
}
