// The link that reports a change to an account, and undoes it within a week.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant, LinkParams } from "../values.ts";

export const changeKinds = ["phone-number", "email", "password", "passkey", "deletion", "sign-in"] as const;

export const AccountChange = z.object({
  kind: z.enum(changeKinds),
  changedAt: Instant,
  isUndone: z.boolean(),
});
export type AccountChange = z.output<typeof AccountChange>;

export const getAccountChange = endpoint({
  method: "GET",
  path: "/api/account-changes/:token",
  access: "anyone",
  summary: "The account change that a message reported; reading it changes nothing",
  params: LinkParams,
  response: AccountChange,
});

export const undoAccountChange = endpoint({
  method: "POST",
  path: "/api/account-changes/:token/undoing",
  access: "anyone",
  summary: "Undo a change to the account and sign everyone out of it, without a sign-in",
  params: LinkParams,
  response: AccountChange,
});
