// The thread of a request: words, pictures and voice messages of both sides, and marks on the pictures.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, Instant, line, nothing } from "../values.ts";
import { ReadyGuideKey } from "./ready-guides.ts";
import { Someone } from "./requests.ts";

// Places on a picture are fractions of its width and height, so that marks fit at any size.
const fraction = z.number().check(z.gte(0), z.lte(1));
const place = { x: fraction, y: fraction };

export const Mark = z.discriminatedUnion("kind", [
  /** The arrow points at its place, and its tail says where it comes from. */
  z.strictObject({ kind: z.literal("arrow"), ...place, tailX: fraction, tailY: fraction }),
  /** The radius is a fraction of the width. */
  z.strictObject({ kind: z.literal("circle"), ...place, radius: fraction }),
  z.strictObject({ kind: z.literal("number"), ...place, number: z.int().check(z.gte(1), z.lte(20)) }),
]);
export type Mark = z.output<typeof Mark>;

export const ReplyPicture = z.object({
  id: Id,
  width: z.int(),
  height: z.int(),
  /** Whether it stays longer than 90 days after the request is closed. */
  isKept: z.boolean(),
});
export type ReplyPicture = z.output<typeof ReplyPicture>;

export const VoiceMessage = z.object({
  id: Id,
  durationMs: z.int(),
  /** Whether it stays longer than 90 days after the request is closed. */
  isKept: z.boolean(),
});
export type VoiceMessage = z.output<typeof VoiceMessage>;

/** A family's guide by its number, or a built-in guide by its key. */
export const GuideId = z.union([Id, ReadyGuideKey]);
export type GuideId = z.output<typeof GuideId>;

export const Reply = z.object({
  id: Id,
  /** The sender's device keeps the reply under this key until the server has confirmed it. */
  idempotencyKey: z.string(),
  person: Someone,
  at: Instant,
  words: z.nullable(z.string()),
  /** A new picture, or one of the thread with marks on it. */
  picture: z.nullable(ReplyPicture),
  marks: z.array(Mark),
  voiceMessage: z.nullable(VoiceMessage),
  /** A guide that shows how. The titles of built-in guides are in web/. */
  guide: z.nullable(z.object({ id: GuideId, title: z.nullable(z.string()) })),
  /** Who has seen it, or listened to all of it, apart from its sender. */
  seenBy: z.array(z.object({ person: Someone, at: Instant })),
});
export type Reply = z.output<typeof Reply>;

export const NewReply = z
  .strictObject({
    words: z.optional(line(500, 1, "Please write something")),
    /** A picture of the thread that the marks are on. */
    pictureId: z.optional(Id),
    marks: z.optional(z.array(Mark).check(z.minLength(1), z.maxLength(20, "Please use at most 20 marks"))),
    guideId: z.optional(GuideId),
  })
  .check(
    z.refine(({ words, marks, guideId }) => [words, marks, guideId].some((part) => part !== undefined), {
      error: "Please write something",
      path: ["words"],
    }),
    z.refine(({ pictureId, marks }) => (marks === undefined) === (pictureId === undefined), {
      error: "Marks belong on a picture",
      path: ["marks"],
    }),
  );
export type NewReply = z.output<typeof NewReply>;

const headers = z.object({ "idempotency-key": z.string().check(z.minLength(1), z.maxLength(200)) });

export const listReplies = endpoint({
  method: "GET",
  path: "/api/help-requests/:id/replies",
  access: "member",
  summary: "The words, pictures and voice messages about a request, oldest first",
  params: IdParams,
  response: z.array(Reply),
});

export const addReply = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/replies",
  access: "member",
  summary: "Reply to an open request with words, with marks on one of its pictures, or with a guide",
  params: IdParams,
  headers,
  body: NewReply,
  response: Reply,
  status: 201,
});

export const addPicture = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/pictures",
  access: "member",
  summary: "Add a picture of at most 2 MB to an open request, which can have six",
  params: IdParams,
  headers,
  upload: { type: "image", maxBytes: 2_000_000 },
  response: Reply,
  status: 201,
});

export const addVoiceMessage = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/voice-messages",
  access: "member",
  summary: "Add a voice message of at most a minute to an open request, which can have six",
  params: IdParams,
  headers,
  upload: { type: "audio", maxBytes: 500_000 },
  response: Reply,
  status: 201,
});

export const recordRepliesSeen = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/replies/receipts",
  access: "member",
  summary: "Say that you have seen the replies up to this one. Voice messages have receipts of their own",
  params: IdParams,
  body: z.strictObject({ replyId: Id }),
  response: nothing,
});

export const getHelpPicture = endpoint({
  method: "GET",
  path: "/api/help-pictures/:id",
  access: "member",
  summary: "A picture of a request",
  params: IdParams,
  response: nothing,
  file: "image/jpeg",
});

export const keepHelpPicture = endpoint({
  method: "PUT",
  path: "/api/help-pictures/:id/keeping",
  access: "helper",
  summary: "Keep a picture for longer than 90 days after its request is closed, or not",
  params: IdParams,
  body: z.strictObject({ isKept: z.boolean() }),
  response: nothing,
});

export const getHelpVoiceMessage = endpoint({
  method: "GET",
  path: "/api/help-voice-messages/:id",
  access: "member",
  summary: "A voice message about a request",
  params: IdParams,
  response: nothing,
  file: "audio/mpeg",
});

export const recordVoiceMessageHeard = endpoint({
  method: "POST",
  path: "/api/help-voice-messages/:id/receipts",
  access: "member",
  summary: "Say that you have listened to all of a voice message",
  params: IdParams,
  response: nothing,
});

export const keepHelpVoiceMessage = endpoint({
  method: "PUT",
  path: "/api/help-voice-messages/:id/keeping",
  access: "helper",
  summary: "Keep a voice message for longer than 90 days after its request is closed, or not",
  params: IdParams,
  body: z.strictObject({ isKept: z.boolean() }),
  response: nothing,
});
