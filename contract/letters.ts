// The Sunday letter: the family's week on one page, to print, or by e-mail on Saturday evening. So a grandparent without a
// tablet takes part.
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Day, Id, LinkParams, nothing } from "./values.ts";

/** How many pictures a letter has. */
export const maxLetterPictures = 6;

export const Letter = z.object({
  family: z.string(),
  day: Day,
  /** The paper of the family's country. */
  paper: z.enum(["Letter", "A4"]),
  /** Of the last seven days, those that somebody loved first. */
  pictures: z.array(
    z.object({
      id: Id,
      width: z.int(),
      height: z.int(),
      /** Who gave it, and their words. */
      words: z.string(),
    }),
  ),
  /** The weekly question and its answers. It is more than one question where an answer came late. */
  questions: z.array(z.object({ text: z.string(), answers: z.array(z.string()) })),
  /** Whose birthday it is in the next seven days. */
  birthdays: z.array(z.string()),
  /** The days of the next seven that have events. */
  days: z.array(z.object({ day: Day, events: z.array(z.string()) })),
});
export type Letter = z.output<typeof Letter>;

export const getLetter = endpoint({
  method: "GET",
  path: "/api/letters/current",
  access: "member",
  switch: "sundayLetter",
  summary: "The Sunday letter as it is now: the last seven days of the family, and the next",
  response: Letter,
});

const LetterMessages = z.strictObject({
  /** Whether this member gets the letter by e-mail. Nobody does until they turn it on. */
  areOn: z.boolean(),
});

export const getLetterMessages = endpoint({
  method: "GET",
  path: "/api/letter-messages",
  access: "member",
  switch: "sundayLetter",
  summary: "Whether you get the Sunday letter by e-mail",
  response: LetterMessages,
});

export const changeLetterMessages = endpoint({
  method: "PUT",
  path: "/api/letter-messages",
  access: "member",
  switch: "sundayLetter",
  summary: "Choose whether you get the Sunday letter by e-mail. It needs an e-mail address (409)",
  body: LetterMessages,
  response: nothing,
});

export const LetterStop = z.object({ familyName: z.string(), isStopped: z.boolean() });
export type LetterStop = z.output<typeof LetterStop>;

export const getLetterStop = endpoint({
  method: "GET",
  path: "/api/letter-stops/:token",
  access: "anyone",
  summary: "The letter that the link in an e-mail stops; reading it changes nothing",
  params: LinkParams,
  response: LetterStop,
});

export const stopLetter = endpoint({
  method: "POST",
  path: "/api/letter-stops/:token",
  access: "anyone",
  summary: "Stop the Sunday letter by e-mail with the link in it, without a sign-in",
  params: LinkParams,
  response: LetterStop,
});
