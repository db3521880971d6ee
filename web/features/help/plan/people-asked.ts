// The people of a plan, by the names that the family uses.
import type { EscalationStep, Helper, Helpers } from "#contract/help/plan.ts";
import { callName } from "#web/features/families/contacts.ts";

export interface Asked extends Helpers {
  /** The chosen first contact. If nobody is chosen or they have left, it is the first helper, as on the server. */
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

/** The people that a step asks. */
export const peopleOf = ({ target }: Pick<EscalationStep, "target">, { helpers, first }: Asked): Helper[] =>
  target === "everyone" || !first ? helpers : [first];

/** Whether a step reaches anyone, as far as we know. */
export const reachesAnyone = (step: Pick<EscalationStep, "target" | "channels">, asked: Asked): boolean =>
  peopleOf(step, asked).some(({ channels }) => step.channels.some((channel) => channels.includes(channel)));
