// What the operator has chosen on their page. It goes before the variables of the environment, on all servers at once.
import { setTimeout as pause } from "node:timers/promises";
import { SignUp } from "#contract/accounts/sign-in.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { choicesChannel, publishChoices } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { deleteChoice, findAllChoices, upsertChoice } from "./queries.ts";

/** What can be chosen. Null stands for what the environment says. */
export interface Choices {
  readonly signUp: SignUp | null;
  readonly supportEmail: string | null;
}

const nameOf = { signUp: "sign-up", supportEmail: "support-email" } as const;

const nothingChosen: Choices = { signUp: null, supportEmail: null };

export async function findChoices(db: Db): Promise<Choices> {
  const found = new Map((await findAllChoices(db)).map(({ name, value }) => [name, value]));
  const signUp = SignUp.safeParse(found.get(nameOf.signUp));
  return {
    signUp: signUp.success ? signUp.data : null,
    supportEmail: found.get(nameOf.supportEmail) ?? null,
  };
}

/** What is left out stays as it is. */
export async function changeChoices({ database, clock }: World, changes: Partial<Choices>): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    for (const key of ["signUp", "supportEmail"] as const) {
      const value = changes[key];
      if (value === undefined) continue;
      if (value === null) await deleteChoice(trx, nameOf[key]);
      else await upsertChoice(trx, { name: nameOf[key], value, chosen_at: clock.now() });
    }
    await publishChoices(trx);
  });
}

/** The settings that the operator can choose, as they hold now. */
export type InForce = Pick<Config, "signUp" | "supportEmail">;

const inForce = ({ signUp, supportEmail }: InForce, chosen: Choices): InForce => ({
  signUp: chosen.signUp ?? signUp,
  supportEmail: chosen.supportEmail ?? supportEmail,
});

export const settingsInForce = async (config: InForce, db: Db): Promise<InForce> =>
  inForce(config, await findChoices(db));

const longestWaitMs = 500;

/** The settings in force in the memory of one server, for pages, which are sent even while no database answers. */
export class KnownSettings {
  readonly #config: InForce;
  readonly #database: Database;
  #chosen = nothingChosen;
  #isKnown = false;

  constructor({ config, database }: Pick<World, "config" | "database">) {
    this.#config = config;
    this.#database = database;
  }

  /** Hears of each change from now on. */
  async listen(): Promise<void> {
    await this.#database.listen(
      choicesChannel,
      () => this.#forget(),
      () => this.#forget(),
    );
  }

  /** Reads what was chosen, if that is not known. While the database does not answer, the last known settings hold. */
  async current(): Promise<InForce> {
    if (!this.#isKnown) await Promise.race([this.#read(), pause(longestWaitMs, undefined, { ref: false })]);
    return inForce(this.#config, this.#chosen);
  }

  #forget(): void {
    this.#isKnown = false;
  }

  async #read(): Promise<void> {
    this.#isKnown = true;
    try {
      this.#chosen = await findChoices(this.#database.reads);
    } catch {
      this.#isKnown = false;
    }
  }
}
