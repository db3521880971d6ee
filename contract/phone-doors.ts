// Grandparents who can call Porchlight on their telephone: to ask for help, to hear the day, to say hello.
import * as z from "zod/mini";
import { PhoneNumber } from "./contact-details.ts";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams, nothing } from "./values.ts";

export const PhoneDoor = z.object({
  personId: Id,
  /** The number that the person calls from, in E.164 format. */
  phoneNumber: z.string(),
  /** Whether the caller has to enter a PIN, because a caller's number can be forged. */
  hasPin: z.boolean(),
});
export type PhoneDoor = z.output<typeof PhoneDoor>;

export const PhoneDoors = z.object({
  /** The number to call in E.164 format, or null on a server that takes no calls. */
  number: z.nullable(z.string()),
  doors: z.array(PhoneDoor),
});
export type PhoneDoors = z.output<typeof PhoneDoors>;

const Pin = z.string().check(z.regex(/^\d{4}$/, "The PIN has four digits"));

export const NewPhoneDoor = z.strictObject({
  phoneNumber: PhoneNumber,
  /** Null for no PIN. Left out, a PIN stays as it is. */
  pin: z.optional(z.nullable(Pin)),
});
export type NewPhoneDoor = z.output<typeof NewPhoneDoor>;

export const listPhoneDoors = endpoint({
  method: "GET",
  path: "/api/phone-doors",
  access: "member",
  summary: "The number to call Porchlight at, and who in the family can",
  response: PhoneDoors,
});

export const openPhoneDoor = endpoint({
  method: "PUT",
  path: "/api/phone-doors/:id",
  access: "admin",
  summary: "Let a grandparent call Porchlight from this number, with a PIN or without",
  params: IdParams,
  body: NewPhoneDoor,
  response: nothing,
});

export const closePhoneDoor = endpoint({
  method: "DELETE",
  path: "/api/phone-doors/:id",
  access: "admin",
  summary: "No longer let a grandparent call Porchlight",
  params: IdParams,
  response: nothing,
});
