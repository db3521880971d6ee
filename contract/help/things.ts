// The things at home that people need help with: the TV, the router, the hearing aids. They have nothing to do with
// "Things To Do".
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, line, lines, nameLine, nothing } from "../values.ts";

export const Thing = z.object({
  id: Id,
  name: z.string(),
  /** Empty for a thing that is not in one room. */
  room: z.string(),
  notes: z.string(),
  /** A new picture gets a new id. */
  picture: z.nullable(z.object({ id: Id, width: z.int(), height: z.int() })),
  /** The family's guides about it, by their titles. */
  guides: z.array(z.object({ id: Id, title: z.string() })),
});
export type Thing = z.output<typeof Thing>;

const label =
  "(?:pass ?words?|passcode|passphrase|pwd|pin(?: code| number)?|(?:wi-?fi|wpa2?|network|security) key)";
const lock = "(?:pin|(?:alarm|door|gate|garage|safe|entry|access|unlock) code)(?: number| code)?";
// Each repetition has an end, so that a long text of many labels is not read again and again.
const gap = "\\s{0,20}";
const secrets = [
  // "Password: sunshine" and nothing after it. "Password: ask Anna" says where it is, and so do "none" and "unknown".
  `\\b${label}${gap}[:=]${gap}(?!(?:none|no|unknown|yes)\\b)[^\\s.,;]{3,100}${gap}(?:$|[.,;\\n])`,
  // "Password is hunter2", but neither "the password is on the card" nor "a password is 12 characters long".
  `\\b${label}${gap}(?:[:=]|is)${gap}(?=\\S{0,100}\\d)\\S{4}`,
  // "PIN 1234". A pin of a plug has at most two digits.
  `\\b${lock}${gap}(?:[:=#]|is)?${gap}\\d{4,8}\\b`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Whether a text plainly contains a password, a PIN or the code of a lock, and does not only mention one. */
export const hasPassword = (text: string): boolean => secrets.some((secret) => secret.test(text));

const withoutPassword = z.refine<string>((text) => !hasPassword(text), {
  error: "Please leave the password, PIN or code out. Everyone in your family can read this.",
});

export const NewThing = z.strictObject({
  name: nameLine(60, 1, "Please give it a name").check(withoutPassword),
  room: z.optional(line(60).check(withoutPassword)),
  notes: z.optional(lines(1_000).check(withoutPassword)),
  /** The family's guides about it. Left out, they stay as they are. */
  guideIds: z.optional(z.array(Id)),
});
export type NewThing = z.output<typeof NewThing>;

export const listThings = endpoint({
  method: "GET",
  path: "/api/things",
  access: "member",
  summary: "The things around the family's house by name, each with its guides",
  response: z.array(Thing),
});

export const addThing = endpoint({
  method: "POST",
  path: "/api/things",
  access: "helper",
  summary: "Add a thing around the house; a password, PIN or code in its texts is refused",
  body: NewThing,
  response: Thing,
  status: 201,
});

export const changeThing = endpoint({
  method: "PUT",
  path: "/api/things/:id",
  access: "helper",
  summary: "Change the name, room, notes and guides of a thing",
  params: IdParams,
  body: NewThing,
  response: Thing,
});

export const removeThing = endpoint({
  method: "DELETE",
  path: "/api/things/:id",
  access: "helper",
  summary: "Remove a thing and its picture; its guides stay",
  params: IdParams,
  response: nothing,
});

export const changeThingPicture = endpoint({
  method: "PUT",
  path: "/api/things/:id/picture",
  access: "helper",
  summary: "Change the picture of a thing: a photo of at most 2 MB",
  params: IdParams,
  upload: { type: "image", maxBytes: 2_000_000 },
  response: Thing,
});

export const removeThingPicture = endpoint({
  method: "DELETE",
  path: "/api/things/:id/picture",
  access: "helper",
  summary: "Remove the picture of a thing",
  params: IdParams,
  response: nothing,
});

export const getThingPicture = endpoint({
  method: "GET",
  path: "/api/thing-pictures/:id",
  access: "member",
  summary: "A picture of a thing",
  params: IdParams,
  response: nothing,
  file: "image/jpeg",
});
