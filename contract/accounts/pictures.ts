// A picture of each person, for the families that they belong to.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, nothing } from "../values.ts";

export const changeOwnPicture = endpoint({
  method: "PUT",
  path: "/api/account/picture",
  access: "person",
  summary: "Change your picture: a photo of at most 2 MB, of which the middle is kept as a small square",
  upload: { type: "image", maxBytes: 2_000_000 },
  response: z.object({ id: Id }),
});

export const removeOwnPicture = endpoint({
  method: "DELETE",
  path: "/api/account/picture",
  access: "person",
  summary: "Remove your picture",
  response: nothing,
});

export const changeMemberPicture = endpoint({
  method: "PUT",
  path: "/api/family/members/:id/picture",
  access: "admin",
  summary:
    "Change the picture of someone in the family: a photo of at most 2 MB. They can change or remove it",
  params: IdParams,
  upload: { type: "image", maxBytes: 2_000_000 },
  response: z.object({ id: Id }),
});

export const removeMemberPicture = endpoint({
  method: "DELETE",
  path: "/api/family/members/:id/picture",
  access: "admin",
  summary: "Remove the picture of someone in the family",
  params: IdParams,
  response: nothing,
});

export const getPersonPicture = endpoint({
  method: "GET",
  path: "/api/people-pictures/:id",
  access: "person",
  summary: "Your own picture, or that of someone who is in a family with you",
  params: IdParams,
  response: nothing,
  file: "image/jpeg",
});
