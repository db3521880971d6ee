import { SignUp } from "#contract/accounts/sign-in.ts";
import { EmailAddress } from "#contract/contact-details.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { changeChoices } from "#server/platform/choices/choices.ts";
import type { World } from "#server/platform/world.ts";
import { choicesOf } from "./choices.ts";
import type { Commands } from "./command.ts";

interface Choice {
  readonly preset: string;
  readonly chosen: string | null;
}

const inForce = (what: string, variable: string, { preset, chosen }: Choice): string =>
  chosen === null
    ? `${what}: ${preset}, as ${variable} or its default says.`
    : `${what}: ${chosen}, as an operator has chosen. Without that it would be ${preset}.`;

const signUpLine = async (world: World) =>
  inForce("Who can make an account", "SIGN_UP", (await choicesOf(world)).signUp);
const supportLine = async (world: World) =>
  inForce("Where people write", "SUPPORT_EMAIL", (await choicesOf(world)).supportEmail);

export const choiceCommands: Commands = {
  "sign-up": {
    takes: ["[open|invited|closed|default]"],
    does: "Who can make an account; all servers follow at once",
    async run(world, [typed]) {
      if (typed !== undefined) {
        const chosen = SignUp.safeParse(typed);
        if (!chosen.success && typed !== "default")
          throw new Refused("Please write: npm run porchlight -- sign-up [open|invited|closed|default]");
        await changeChoices(world, { signUp: chosen.data ?? null });
      }
      return [await signUpLine(world)];
    },
  },
  "support-email": {
    takes: ["[ADDRESS|default]"],
    does: "Where people write with questions and complaints; all servers follow at once",
    async run(world, [typed]) {
      if (typed !== undefined) {
        const chosen = EmailAddress.safeParse(typed);
        if (!chosen.success && typed !== "default") throw new Refused(`"${typed}" is no e-mail address.`);
        await changeChoices(world, { supportEmail: chosen.data ?? null });
      }
      return [await supportLine(world)];
    },
  },
};
