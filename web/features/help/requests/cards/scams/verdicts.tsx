import type { HelpRequest } from "#contract/help/requests.ts";
import { verdictWords } from "#contract/help/verdict-words.ts";
import { Moment } from "#web/ui/time/times.tsx";

/** Each person's answer, with its time. */
export function Verdicts({ request: { scamCheck } }: { request: HelpRequest }) {
  return scamCheck?.verdicts.map(({ verdict, person, at }) => (
    <p key={person.id}>
      {person.name} at <Moment at={at} />: <b>“{verdictWords[verdict]}”</b>
    </p>
  ));
}
