// Several installations: their entrance finds somebody's family and where a new one starts, and a family can move between them.
import * as z from "zod/mini";
import { EmailAddress, PhoneNumber } from "./contact-details.ts";
import { endpoint } from "./endpoint.ts";
import { Instant } from "./values.ts";

/** What somebody types into the one field, by the rules of a phone number or of an e-mail address. */
const NumberOrEmail = z.string().check(
  z.overwrite((typed) => typed.trim()),
  z.minLength(1, { abort: true, error: "Please enter your phone number or e-mail address" }),
  z.check(({ value, issues }) => {
    const { error } = (value.includes("@") ? EmailAddress : PhoneNumber).safeParse(value);
    const message = error?.issues[0]?.message;
    if (message) issues.push({ code: "custom", input: value, message });
  }),
);

export const SoughtFamily = z.strictObject({ address: NumberOrEmail });
export type SoughtFamily = z.output<typeof SoughtFamily>;

export const findFamily = endpoint({
  method: "POST",
  path: "/api/cells/search",
  access: "anyone",
  summary: "Send a sign-in link to a phone number or an e-mail address, from each cell that knows it",
  body: SoughtFamily,
  response: z.object({ message: z.string() }),
});

export const findRoom = endpoint({
  method: "GET",
  path: "/api/cells/room",
  access: "anyone",
  summary: "Where a new family can start: the sign-up of the cell with the most room",
  response: z.object({ url: z.string() }),
});

/** The token of the device. It is no session here anymore, so anybody may call these. */
const device = z.object({ authorization: z.optional(z.string().check(z.maxLength(200))) });

export const getNewAddress = endpoint({
  method: "GET",
  path: "/api/cells/new-address",
  access: "anyone",
  summary: "Where the family of this device has moved to, and until when the old address leads on",
  headers: device,
  response: z.object({ url: z.string(), until: Instant }),
});

export const openNewAddress = endpoint({
  method: "POST",
  path: "/api/cells/new-address",
  access: "anyone",
  summary: "Make a link that signs this device in at its family's new address, once",
  headers: device,
  response: z.object({ url: z.string() }),
});
