import sharp from "sharp";

/** Blurred noise is about as hard to compress as a photo. */
export const photo = (width = 1_600, height = 1_200, blur = width / 1_600): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .blur(blur)
    .jpeg({ quality: 80 })
    .toBuffer();
