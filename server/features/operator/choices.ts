import type { Choices } from "#contract/operator/choices.ts";
import { findChoices } from "#server/platform/choices/choices.ts";
import type { World } from "#server/platform/world.ts";

/** What the environment says, and what the operator has chosen instead. */
export async function choicesOf({ config, database }: World): Promise<Choices> {
  const chosen = await findChoices(database.kysely);
  return {
    signUp: { preset: config.signUp, chosen: chosen.signUp },
    supportEmail: { preset: config.supportEmail, chosen: chosen.supportEmail },
  };
}
