// The square of a photo that becomes somebody's picture.
import type { Cutout } from "#web/ui/picture/photo-choice.tsx";

export interface Crop {
  /** How much larger than the whole photo it is shown, from 1 to 4. */
  zoom: number;
  /** Where the middle of the square is, as fractions of the photo. */
  x: number;
  y: number;
}

export const maxZoom = 4;
export const wholePhoto: Crop = { zoom: 1, x: 0.5, y: 0.5 };

interface Size {
  width: number;
  height: number;
}

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The nearest crop whose square lies inside the photo. */
export function insidePhoto({ width, height }: Size, { zoom, x, y }: Crop): Crop {
  const side = Math.min(width, height) / zoom;
  const [halfX, halfY] = [side / width / 2, side / height / 2];
  return { zoom, x: clamp(halfX, x, 1 - halfX), y: clamp(halfY, y, 1 - halfY) };
}

export function cutoutOf(size: Size, crop: Crop): Cutout {
  const { zoom, x, y } = insidePhoto(size, crop);
  const side = Math.min(size.width, size.height) / zoom;
  return { x: x * size.width - side / 2, y: y * size.height - side / 2, width: side, height: side };
}
