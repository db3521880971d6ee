// Whom a plan means, in the family's names.
import type { EscalationStep, Helper, Helpers } from "#contract/help/plan.ts";
import { callName } from "#web/families/contacts.ts";

export interface Asked extends Helpers {
  /** The chosen first contact; as the server does, the first of all where nobody is chosen or they have left. */
  first: Helper | undefined;
}

export function peopleAsked(
  { helpers, ...server }: Helpers,
  familyName: string,
  firstContactId: number | null,
) {
  const called = helpers.map((helper) => ({ ...helper, name: callName(helper.name, familyName) }));
  const first = called.find(({ id }) => id === firstContactId) ?? called[0];
  return { ...server, helpers: called, first } satisfies Asked;
}

/** Whom a line asks. */
export const peopleOf = ({ whom }: Pick<EscalationStep, "whom">, { helpers, first }: Asked): Helper[] =>
  whom === "everyone" || !first ? helpers : [first];

/** Whether a line leads to anybody, as far as we know now. */
export const isHeard = (step: Pick<EscalationStep, "whom" | "channels">, asked: Asked): boolean =>
  peopleOf(step, asked).some(({ channels }) => step.channels.some((channel) => channels.includes(channel)));
