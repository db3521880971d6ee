// Hellos: pictures and voice messages that somebody gives to the whole family, the hearts that they get, and answers by
// voice, which are hellos themselves.
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { maxCaption, maxHelloPictures, maxWords } from "./hello-limits.ts";
import { Someone } from "./help/requests.ts";
import { Day, Id, IdParams, Instant, line, nothing, PathId } from "./values.ts";

export const Hello = z.object({
  id: Id,
  /** The giver's device keeps the hello under this key until the server has all of it. */
  idempotencyKey: z.string(),
  /** Who gave it. */
  person: Someone,
  at: Instant,
  /** The weekly question that it answers. */
  question: z.nullable(z.string()),
  /** The words beside it. An answer in words has nothing else. */
  caption: z.nullable(z.string()),
  /** In the order in which they were chosen. */
  pictures: z.array(z.object({ id: Id, width: z.int(), height: z.int() })),
  voiceMessage: z.nullable(z.object({ id: Id, durationMs: z.int() })),
  /** The hello that this one answers. */
  answerTo: z.nullable(z.object({ id: Id, person: Someone })),
  /** The person to whose birthday it is a greeting. */
  birthdayOf: z.nullable(Someone),
  lovedBy: z.array(Someone),
  answeredBy: z.array(Someone),
});
export type Hello = z.output<typeof Hello>;

export const CurrentHellos = z.object({
  /**
   * The newest hello of somebody else that this member has neither loved nor answered. Helpers see one only on its first
   * day, because it is not for them alone. Nobody sees a greeting to somebody else's birthday here.
   */
  hello: z.nullable(Hello),
  /** Today's birthday greetings that this member has got or given, oldest first. */
  greetings: z.array(Hello),
  /** How many others there are to look at again. */
  earlier: z.int(),
  /** The member's own hellos that somebody has loved in the last day, newest heart first. */
  loved: z.array(Hello),
});
export type CurrentHellos = z.output<typeof CurrentHellos>;

const Key = z.string().check(z.minLength(1), z.maxLength(200));

/** A device sends each picture of a hello by itself, under the key of the hello. The first one that comes makes it. */
const headers = z.object({ "idempotency-key": Key });

const caption = z.optional(line(maxCaption));

export const listHellos = endpoint({
  method: "GET",
  path: "/api/hellos",
  access: "member",
  switch: "hellos",
  summary: "The family's hellos, newest first, 20 at a time",
  query: z.object({ before: z.optional(PathId) }),
  response: z.object({ hellos: z.array(Hello), hasMore: z.boolean() }),
});

export const getCurrentHellos = endpoint({
  method: "GET",
  path: "/api/hellos/current",
  access: "member",
  summary:
    "The hello to look at now, today's birthday greetings, and the hearts that your own have got today",
  response: CurrentHellos,
});

export const giveHelloPicture = endpoint({
  method: "POST",
  path: "/api/hellos/pictures",
  access: "member",
  switch: "hellos",
  summary: "Give the family a picture of at most 2 MB. Up to six with the same key are one hello",
  headers,
  query: z.object({
    caption,
    /** The place of the picture in its hello, from 0. */
    place: z.coerce.number().check(z.int(), z.gte(0), z.lt(maxHelloPictures)),
  }),
  upload: { type: "image", maxBytes: 2_000_000 },
  response: Hello,
  status: 201,
});

export const giveHelloVoiceMessage = endpoint({
  method: "POST",
  path: "/api/hellos/voice-messages",
  access: "member",
  switch: "hellos",
  summary:
    "Give the family a voice message of at most a minute, answer a hello with one, or greet a member on their birthday. A grandparent answers the question of a Sunday in at most 90 seconds",
  headers,
  query: z.object({
    caption,
    answerTo: z.optional(PathId),
    birthdayOf: z.optional(PathId),
    sunday: z.optional(Day),
  }),
  upload: { type: "audio", maxBytes: 750_000 },
  response: Hello,
  status: 201,
});

export const giveHelloWords = endpoint({
  method: "POST",
  path: "/api/hellos/words",
  access: "grandparent",
  switch: "hellos",
  summary: "Answer the question of a Sunday in words",
  headers,
  body: z.strictObject({ sunday: Day, words: line(maxWords, 1, "Please write your answer") }),
  response: Hello,
  status: 201,
});

export const loveHello = endpoint({
  method: "PUT",
  path: "/api/hellos/:id/heart",
  access: "member",
  switch: "hellos",
  summary: "Love a hello of somebody else, or take the heart back",
  params: IdParams,
  body: z.strictObject({ isLoved: z.boolean() }),
  response: Hello,
});

export const deleteHello = endpoint({
  method: "DELETE",
  path: "/api/hellos/:id",
  access: "member",
  summary: "Delete a hello that you gave, or, as an admin, any hello of the family",
  params: IdParams,
  response: nothing,
});

export const getHelloPicture = endpoint({
  method: "GET",
  path: "/api/hello-pictures/:id",
  access: "member",
  switch: "hellos",
  summary: "A picture of a hello: small for a tablet's column, large for the whole screen",
  params: IdParams,
  query: z.object({ size: z.enum(["small", "large"]) }),
  response: nothing,
  file: "image/webp",
});

export const getHelloVoiceMessage = endpoint({
  method: "GET",
  path: "/api/hello-voice-messages/:id",
  access: "member",
  switch: "hellos",
  summary: "The voice message of a hello",
  params: IdParams,
  response: nothing,
  file: "audio/mpeg",
});

const HelloMessages = z.strictObject({
  /** Whether this member gets messages about hellos. Grandparents get none until they want them. */
  areOn: z.boolean(),
});

export const getHelloMessages = endpoint({
  method: "GET",
  path: "/api/hello-messages",
  access: "member",
  switch: "hellos",
  summary: "Whether you get messages about hellos",
  response: HelloMessages,
});

export const changeHelloMessages = endpoint({
  method: "PUT",
  path: "/api/hello-messages",
  access: "member",
  switch: "hellos",
  summary: "Choose whether you get messages about hellos",
  body: HelloMessages,
  response: nothing,
});
