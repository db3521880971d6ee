import { addressOf } from "#web/platform/api/call.ts";

/** The address of a picture that fits a tablet's column, or its whole screen. */
export const pictureAddress = (id: number, size: "small" | "large"): string =>
  addressOf("GET /api/hello-pictures/:id", { params: { id }, query: { size } });
