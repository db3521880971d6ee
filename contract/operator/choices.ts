// What the operator chooses on their page. It goes before the variables of the environment, on all servers at once.
import * as z from "zod/mini";
import { SignUp } from "../accounts/sign-in.ts";
import { EmailAddress } from "../contact-details.ts";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../values.ts";

/** `preset` is what the environment says, and `chosen` what the operator has chosen instead, if anything. */
export const Choices = z.object({
  signUp: z.object({ preset: SignUp, chosen: z.nullable(SignUp) }),
  supportEmail: z.object({ preset: z.string(), chosen: z.nullable(z.string()) }),
});
export type Choices = z.output<typeof Choices>;

export const getChoices = endpoint({
  method: "GET",
  path: "/api/operator/choices",
  access: "operator",
  summary: "Who can make an account here, and where people write with questions and complaints",
  response: Choices,
});

/** Null goes back to what the environment says. What is left out stays. */
const ChangedChoices = z.strictObject({
  signUp: z.optional(z.nullable(SignUp)),
  supportEmail: z.optional(z.nullable(EmailAddress)),
});

export const changeChoices = endpoint({
  method: "PUT",
  path: "/api/operator/choices",
  access: "operator",
  needsFreshProof: true,
  summary: "Choose who can make an account, or where people write; all servers follow at once",
  body: ChangedChoices,
  response: nothing,
});
