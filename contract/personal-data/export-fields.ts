// The fields of exports. Their titles are the words of the page that people read.
import * as z from "zod/mini";
import { EventCategory } from "#contract/calendar/calendar.ts";
import { Role } from "#contract/families.ts";
import { Drawing, ReadyGuideKey } from "#contract/help/ready-guides.ts";
import { Mark } from "#contract/help/replies.ts";
import { HelpPromise, HelpRequestState, Verdict } from "#contract/help/request-state.ts";
import { Channel } from "#contract/messages.ts";
import { Id, Instant } from "#contract/values.ts";

/** A field with a title is shown on the readable page. The others are in data.json only. */
export const field = <Schema extends z.ZodMiniType>(schema: Schema, title: string) =>
  schema.check(z.meta({ title }));

/** A field that was added after 0.1.0. Files of earlier versions lack it and can still be imported. */
export const addedField = <Schema extends z.ZodMiniType>(schema: Schema, title: string) =>
  field(z.optional(schema), title);

export const section = <const Shape extends z.core.$ZodShape>(title: string, shape: Shape) =>
  z.array(z.strictObject(shape)).check(z.meta({ title }));

export const text = (title: string) => field(z.string(), title);
export const yesOrNo = (title: string) => field(z.boolean(), title);
export const optionalText = (title: string) => field(z.nullable(z.string()), title);
export const time = (title: string) => field(Instant, title);
export const optionalTime = (title: string) => field(z.nullable(Instant), title);
/** YYYY-MM-DD HH:MM:SS on the family's clock. */
export const clockTime = (title: string) => field(z.string(), title);
export const channel = () => field(Channel, "By");
export const role = () => field(Role, "Role");
export const category = () => field(EventCategory, "Category");
export const categories = () => field(z.array(EventCategory), "Categories");
export const invitationStatus = () => field(z.enum(["pending", "accepted", "declined"]), "Status");

export const header = <const Format extends string>(format: Format) => ({
  format: z.literal(format),
  version: z.literal(1),
  exportedAt: Instant,
});

export const activity = () => ({
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
  at: time("When"),
});

export const birthday = () => ({
  month: field(z.int(), "Month"),
  day: field(z.int(), "Day"),
  year: field(z.nullable(z.int()), "Year"),
});

export const promise = () => ({
  id: Id,
  helpRequestId: field(Id, "Request number"),
  kind: field(HelpPromise.shape.kind, "What"),
  dueAt: optionalTime("For"),
  words: optionalText("Words"),
  at: time("When"),
  isKept: field(z.nullable(z.boolean()), "Happened"),
});

export const verdict = () => ({
  id: Id,
  helpRequestId: field(Id, "Request number"),
  verdict: field(Verdict, "Answer"),
  at: time("When"),
});

/** Words, pictures and voice messages about a request. */
export const reply = () => ({
  id: Id,
  helpRequestId: field(Id, "Request number"),
  words: optionalText("Words"),
  picture: optionalText("Picture, in this ZIP"),
  voiceMessage: optionalText("Voice message, in this ZIP"),
  marks: z.array(Mark),
  guide: optionalText("Guide"),
  at: time("When"),
});

/** A picture or voice message for the whole family. */
export const hello = () => ({
  id: Id,
  question: addedField(z.nullable(z.string()), "Answers the question"),
  caption: optionalText("Words"),
  pictures: field(z.array(z.string()), "Pictures, in this ZIP"),
  voiceMessage: optionalText("Voice message, in this ZIP"),
  answerTo: field(z.nullable(Id), "Answers number"),
  birthdayOf: optionalText("For the birthday of"),
  at: time("When"),
});

/** A guide and its steps. */
export const guide = () => ({
  id: Id,
  title: text("Guide"),
  /** The built-in guide that it is a copy of. */
  copyOf: z.nullable(ReadyGuideKey),
  writtenAt: time("Written"),
  steps: field(
    z.array(
      z.strictObject({
        sentence: z.string(),
        /** The name of a file in this ZIP. */
        picture: z.nullable(z.string()),
        drawing: z.nullable(Drawing),
        marks: z.array(Mark),
      }),
    ),
    "Steps",
  ),
});

export const request = () => ({
  id: Id,
  words: text("Request"),
  category: addedField(z.nullable(z.string()), "Kind of help"),
  askedAt: time("Asked"),
  closedAt: optionalTime("Closed"),
  state: field(HelpRequestState, "State"),
  isUrgent: yesOrNo("Urgent"),
  handedOnById: z.optional(z.nullable(Id)),
  handedOnAt: addedField(z.nullable(Instant), "Handed on"),
  thankedAt: addedField(z.nullable(Instant), "Thanked"),
});
