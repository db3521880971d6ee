// Values that several nouns use.
import * as z from "zod/mini";
import { cleanText, hasAddress } from "./text.ts";
import { readLinkCode, readName } from "./typed-words.ts";

export const nothing = z.undefined();

export const Id = z.int().check(z.positive());

/** An id in a path, where everything is text. Every number of 15 digits is a safe integer. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, "This is not a valid ID")),
  z.transform(Number),
);

/** The parameters of a path with an id. */
export const IdParams = z.object({ id: PathId });

/**
 * The longest text that is looked at. It comes before all that takes more time the longer a text is, and ends the checks.
 * It is more than the field takes, because cleaning removes characters.
 */
export const maxTyped = (max: number, error: string) => z.maxLength(max, { abort: true, error });

const tooLong = (max: number): string => `Please use at most ${max} characters`;
const longestTyped = (max: number): number => 2 * max + 100;

/** A code or token out of a link, with whatever a message or a person put around it. */
export const linkCode = (max: number) =>
  z.string().check(maxTyped(2_000, tooLong(max)), z.overwrite(readLinkCode), z.maxLength(max));

/** The parameters of a path with the token of a signed link. */
export const LinkParams = z.object({ token: linkCode(100) });

/** An instant: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** A day: YYYY-MM-DD. */
export const Day = z.iso.date("Please give a day like 2026-11-20");

/** One line of typed text: trimmed, without control characters and invisible ones. */
export const line = (max: number, min = 0, tooShort = "Required") =>
  z
    .string(tooShort)
    .check(
      maxTyped(longestTyped(max), tooLong(max)),
      z.overwrite(cleanText),
      z.trim(),
      z.minLength(min, tooShort),
      z.maxLength(max, tooLong(max)),
      z.regex(/^\P{Cc}*$/u, "Please use only letters, numbers and symbols"),
    );

/** Several lines of typed text, without other control characters. */
export const lines = (max: number) =>
  z
    .string()
    .check(
      maxTyped(longestTyped(max), tooLong(max)),
      z.overwrite(cleanText),
      z.trim(),
      z.maxLength(max, tooLong(max)),
      z.regex(/^[\P{Cc}\n\r\t]*$/u, "Please use only letters, numbers and symbols"),
    );

/** The name of a person or thing. It goes out in our messages, so it must not contain a link. */
export const nameLine = (max: number, min = 0, tooShort = "Required") =>
  line(max, min, tooShort).check(
    z.overwrite(readName),
    z.refine((name) => !hasAddress(name), "Please leave web addresses out of the name"),
  );
