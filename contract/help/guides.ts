// Guides: how to do something, one picture and one sentence at a time.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, Instant, line, nothing } from "../values.ts";
import { Drawing, ReadyGuideKey } from "./ready-guides.ts";
import { Mark } from "./replies.ts";
import { Someone } from "./requests.ts";

export const maxSteps = 20 as const;
export const maxGuides = 100 as const;
/** All pictures of a family's guides. */
export const maxGuidePictures = 300 as const;

export const GuidePicture = z.object({ id: Id, width: z.int(), height: z.int() });
export type GuidePicture = z.output<typeof GuidePicture>;

export const GuideStep = z.object({
  sentence: z.string(),
  picture: z.nullable(GuidePicture),
  /** One of Porchlight's own drawings, used where there is no picture. */
  drawing: z.nullable(Drawing),
  marks: z.array(Mark),
});
export type GuideStep = z.output<typeof GuideStep>;

export const Guide = z.object({
  id: Id,
  title: z.string(),
  /** The help phrase that it belongs to. */
  phrase: z.nullable(z.object({ id: Id, words: z.string() })),
  /** The thing around the house that it is about. */
  thingId: z.nullable(Id),
  /** The built-in guide that this one was copied from. The copy is shown in its place. */
  copyOf: z.nullable(ReadyGuideKey),
  /** Rises with every change. */
  version: z.int(),
  /** Null once that person has deleted their account. */
  writtenBy: z.nullable(Someone),
  writtenAt: Instant,
  steps: z.array(GuideStep),
});
export type Guide = z.output<typeof Guide>;

export const GuideTitle = line(80, 1, "Please give it a title");
export const GuideSentence = line(500, 1, "Please write what to do");
export const GuideMarks = z.array(Mark).check(z.maxLength(20, "Please use at most 20 marks"));

const NewStep = z
  .strictObject({
    sentence: GuideSentence,
    pictureId: z.optional(z.nullable(Id)),
    drawing: z.optional(z.nullable(Drawing)),
    marks: z.optional(GuideMarks),
  })
  .check(
    z.refine((step) => !step.pictureId || !step.drawing, {
      error: "A step has a picture or a drawing",
      path: ["drawing"],
    }),
  );

const written = {
  title: GuideTitle,
  phraseId: z.optional(z.nullable(Id)),
  thingId: z.optional(z.nullable(Id)),
  steps: z
    .array(NewStep)
    .check(
      z.minLength(1, "Please add a step"),
      z.maxLength(maxSteps, `Please use at most ${maxSteps} steps`),
    ),
};

export const NewGuide = z.strictObject({ ...written, copyOf: z.optional(z.nullable(ReadyGuideKey)) });
export type NewGuide = z.output<typeof NewGuide>;

/** Includes the version that the person edited, so that nobody overwrites a change they have not seen. */
export const ChangedGuide = z.strictObject({ ...written, version: z.int() });
export type ChangedGuide = z.output<typeof ChangedGuide>;

export const listGuides = endpoint({
  method: "GET",
  path: "/api/guides",
  access: "member",
  summary: "The guides that the family has written, with their steps",
  response: z.array(Guide),
});

export const addGuide = endpoint({
  method: "POST",
  path: "/api/guides",
  access: "helper",
  summary: "Write a guide",
  body: NewGuide,
  response: Guide,
  status: 201,
});

export const changeGuide = endpoint({
  method: "PUT",
  path: "/api/guides/:id",
  access: "helper",
  summary: "Change a guide as a whole; refused if it has changed since it was read",
  params: IdParams,
  body: ChangedGuide,
  response: Guide,
});

export const deleteGuide = endpoint({
  method: "DELETE",
  path: "/api/guides/:id",
  access: "helper",
  summary: "Delete a guide with its pictures",
  params: IdParams,
  response: nothing,
});

export const makeGuideOfRequest = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/guide",
  access: "helper",
  summary: "Write a guide from what the helpers wrote and marked about a request",
  params: IdParams,
  response: Guide,
  status: 201,
});

export const addGuidePicture = endpoint({
  method: "POST",
  path: "/api/guide-pictures",
  access: "helper",
  summary: "Add a picture of at most 2 MB for a step; it is deleted after a day if no step shows it",
  upload: { type: "image", maxBytes: 2_000_000 },
  response: GuidePicture,
  status: 201,
});

export const getGuidePicture = endpoint({
  method: "GET",
  path: "/api/guide-pictures/:id",
  access: "member",
  summary: "A picture of a guide",
  params: IdParams,
  response: nothing,
  file: "image/jpeg",
});
