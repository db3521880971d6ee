// The service worker takes values.ts, and has no use for these.
import * as z from "zod/mini";
import { cleanText } from "./text.ts";
import { lacksCountry, needsCountry, readPhoneNumber } from "./typed-words.ts";
import { maxTyped } from "./values.ts";

const notAnEmail = "Please enter a valid email address";

export const EmailAddress = z.string(notAnEmail).check(
  maxTyped(1_000, notAnEmail),
  z.overwrite((typed) => cleanText(typed).trim()),
  z.maxLength(254, { abort: true, error: notAnEmail }),
  z.email(notAnEmail),
);

/** The specification's phone rule. The server decides whether the number can exist. */
export const PhoneNumber = z.string().check(
  maxTyped(200, "Phone number must be at most 15 digits"),
  z.overwrite(readPhoneNumber),
  z.minLength(10, { abort: true, error: "Phone number must be at least 10 digits" }),
  z.regex(/^\+?\d+$/, { abort: true, error: "Phone number can only contain numbers and + prefix" }),
  z.maxLength(16, { abort: true, error: "Phone number must be at most 15 digits" }),
  z.refine((number) => !lacksCountry(number), needsCountry),
);
