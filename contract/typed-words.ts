// One way to read what people type or paste: numbers, codes, names and links. Keyboards, contacts and messages add signs
// that nobody sees, or write the same sign in another way.

import { cleanText } from "./text.ts";

const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Every script has its ten digits in a row, and a few rows follow each other. */
const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero--;
  return String((code - zero) % 10);
};

/** Without hidden signs, and with wide letters, dashes and the digits of every script as ASCII. */
export const plainText = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(hidden, "")
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .replace(/[\p{Pd}\u2212]/gu, "-");

const schemes = /^(?:tel|sms|callto)\s*:/i;

/** "+44 (0)20 ..." has the zero that is only dialed within the country. Italian numbers keep theirs. */
const domesticZero = /^(\+(?!39)\d{1,3})\(0\)/;

/**
 * The digits of a phone number, with a leading + where its country code is given, also after 00 or the American 011. A number
 * of the city of Leeds begins with 0113 and has 11 digits, so fewer than 13 do not count as dialed from America.
 */
export function readPhoneNumber(typed: string): string {
  const [number = ""] = plainText(typed).trim().replace(schemes, "").split(";");
  const digits = number
    .replace(/[\s.\-/]/g, "")
    .replace(domesticZero, "$1")
    .replace(/[()[\]]/g, "");
  return digits.replace(/^(?:00(?=[1-9]\d{7})|011(?=[1-9]\d{9}))/, "+");
}

export const needsCountry = "Please start with + and your country's code";

/**
 * Whether digits cannot be a number of the +1 countries, so that another country's code is missing. Their numbers have ten
 * digits, and the first is neither 0 nor 1.
 */
export const lacksCountry = (number: string): boolean =>
  number.startsWith("+") ? /^\+1[01]/.test(number) : !/^1?[2-9]\d{9}$/.test(number);

/** Digits with at most one space, period or dash between them. */
const digitGroups = /\d(?:[ .-]?\d)*/g;

/** The code in what was typed or pasted, such as "959-170", "#697160" or the whole message that it came in. */
export function readCode(typed: string): string {
  const text = plainText(typed).trim();
  if (!/\p{L}/u.test(text)) return /\d/.test(text) ? text.replace(/\D/g, "") : text;
  const groups = text.match(digitGroups) ?? [];
  const whole = groups.find((group) => /^\d{6}$/.test(group));
  const split = groups.map((group) => group.replace(/\D/g, "")).find((digits) => digits.length === 6);
  return whole ?? split ?? text;
}

/** The code or token of a link, without what a message had around it. A whole link that was pasted counts as its code. */
export function readLinkCode(typed: string): string {
  const text = typed.replace(hidden, "");
  const [, ofLink] = /[?&](?:code|to)=([\w-]+)/.exec(text) ?? [];
  return ofLink ?? /[\w-]+/.exec(text)?.[0] ?? "";
}

const anyApostrophe = /['’‘ʼ`´′]/g;

/** A name as it is stored: its accents belong to its letters, and there is one space between its words. */
export const readName = (typed: string): string => typed.normalize("NFC").replace(/\s+/g, " ");

/** Two names that look the same are the same here, as in the database's function comparable_name. */
export const comparableName = (typed: string): string =>
  readName(cleanText(typed).replace(anyApostrophe, "'").normalize("NFKC")).trim().toLowerCase();
