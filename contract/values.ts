// Values that several nouns use.
import * as z from "zod/mini";
import { cleanText, hasAddress } from "./text.ts";

export const nothing = z.undefined();

export const Id = z.int().check(z.positive());

/** An id in a path, where everything is text. Every number of 15 digits is a safe integer. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, "This is not a valid ID")),
  z.transform(Number),
);

/** The parameters of a path with an id. */
export const IdParams = z.object({ id: PathId });

/** The parameters of a path with the token of a signed link. */
export const LinkParams = z.object({ token: z.string().check(z.maxLength(100)) });

/** An instant: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** A day: YYYY-MM-DD. */
export const Day = z.iso.date("Please give a day like 2026-11-20");

/** One line of typed text: trimmed, without control characters and invisible ones. */
export const line = (max: number, min = 0, tooShort = "Required") =>
  z
    .string(tooShort)
    .check(
      z.overwrite(cleanText),
      z.trim(),
      z.minLength(min, tooShort),
      z.maxLength(max, `Please use at most ${max} characters`),
      z.regex(/^\P{Cc}*$/u, "Please use only letters, numbers and symbols"),
    );

/** Several lines of typed text, without other control characters. */
export const lines = (max: number) =>
  z
    .string()
    .check(
      z.overwrite(cleanText),
      z.trim(),
      z.maxLength(max, `Please use at most ${max} characters`),
      z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u, "Please use only letters, numbers and symbols"),
    );

/** The name of a person or thing. It goes out in our messages, so it must not contain a link. */
export const nameLine = (max: number, min = 0, tooShort = "Required") =>
  line(max, min, tooShort).check(
    z.refine((name) => !hasAddress(name), "Please leave web addresses out of the name"),
  );

export const EmailAddress = z.email("Please enter a valid email address").check(z.maxLength(254));

/** The specification's phone rule. The server decides whether the number can exist. */
export const PhoneNumber = z
  .string()
  .check(
    z.minLength(10, "Phone number must be at least 10 digits"),
    z.regex(/^\+?\d+$/, "Phone number can only contain numbers and + prefix"),
    z.maxLength(16, "Phone number must be at most 15 digits"),
  );
