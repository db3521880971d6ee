// Pictures in the formats that devices produce.
import sharp from "sharp";
import { changeOwnPicture } from "#contract/accounts/pictures.ts";
import { addGuidePicture } from "#contract/help/guides.ts";
import { addPicture } from "#contract/help/replies.ts";
import { addThing, changeThingPicture } from "#contract/help/things.ts";
import type { Client } from "./client.ts";

interface PhotoOptions {
  width?: number;
  height?: number;
  /** Metadata, such as the place where it was taken. */
  exif?: Record<string, Record<string, string>>;
  /** 1 to 8, as cameras write it. */
  orientation?: number;
  format?: "jpeg" | "png" | "webp";
  /** Whether it shows noise, which compresses worst of all. */
  isNoisy?: boolean;
}

/** A photo with its left half red and its right half blue. */
export async function photoBytes(options: PhotoOptions = {}): Promise<Buffer> {
  const { width = 64, height = 48, exif, orientation, format = "jpeg", isNoisy = false } = options;
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const canvas = { width, height, channels: 3, background: "#ff0000" } as const;
  const blue = { create: { ...canvas, width: Math.ceil(width / 2), background: "#0000ff" } };
  const plain = sharp({ create: canvas }).composite([{ input: blue, left: Math.floor(width / 2), top: 0 }]);
  const image = isNoisy ? sharp({ create: { ...canvas, noise } }) : plain;
  if (exif) image.withExif(exif);
  if (orientation) image.withMetadata({ orientation });
  return await image.toFormat(format, { quality: 90 }).toBuffer();
}

export const asPhoto = (bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg"): Blob =>
  new Blob([bytes], { type });

export const photo = async (options?: PhotoOptions): Promise<Blob> =>
  asPhoto(new Uint8Array(await photoBytes(options)));

/** Starts like a JPEG, but nobody can decode it. */
export const damagedPhoto = asPhoto(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70));

/** Sends a photo to a request, and returns the id of the picture. */
export async function sendPicture(client: Client, requestId: number): Promise<number> {
  const parts = { params: { id: requestId }, headers: { "idempotency-key": "a picture" } };
  const { picture } = await client.call(addPicture, {
    ...parts,
    upload: await photo({ width: 640, height: 480 }),
  });
  return picture?.id ?? 0;
}

/** Sends a picture for a guide, and returns its id. */
export const sendGuidePicture = async (client: Client): Promise<number> =>
  (await client.call(addGuidePicture, { upload: await photo({ width: 640, height: 480 }) })).id;

/** Sends somebody's own picture, and returns its id. */
export const sendFace = async (client: Client): Promise<number> =>
  (await client.call(changeOwnPicture, { upload: await photo() })).id;

/** Adds a thing around the house with a picture, and returns the ids of both. */
export async function sendThing(client: Client): Promise<{ id: number; pictureId: number }> {
  const { id } = await client.call(addThing, { body: { name: "Rose's TV", room: "Living room" } });
  const { picture } = await client.call(changeThingPicture, { params: { id }, upload: await photo() });
  return { id, pictureId: picture?.id ?? 0 };
}
