// Photos from the camera or the files of this device, made small enough to send.

/** Says why a file cannot be used, in words for the person who chose it. */
export class UnreadablePhoto extends Error {}

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
  // Keeps uploads over a slow connection small. The server makes the picture smaller once more.
  const blob = await toJpeg(canvas, 0.8);
  return blob.size <= 500_000 ? blob : await toJpeg(canvas, 0.5);
}
