import type { HelpRequest, Receipt } from "#contract/help/requests.ts";
import { Quiet, Together } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";

interface WhoSawItProps {
  request: HelpRequest;
  personId: number;
}

const Sight = ({ person, at }: Receipt) => (
  <>
    {person?.name} saw it at <Moment at={at} />.{" "}
  </>
);

/** Which of the others have seen a request, and whether somebody has taken it. */
export function WhoSawIt({ request: { receipts, helper }, personId }: WhoSawItProps) {
  const others = receipts.filter(({ state, person }) => state === "SEEN" && person?.id !== personId);
  const taken = receipts.find(({ state }) => state === "ACKNOWLEDGED");
  return (
    <Quiet>
      {others.map((receipt) => (
        <Sight key={receipt.at + receipt.person?.id} {...receipt} />
      ))}
      {helper && taken ? (
        <>
          {helper.id === personId ? "You" : helper.name} said <Together>“I'll help”</Together> at{" "}
          <Moment at={taken.at} />.
        </>
      ) : (
        <>
          Nobody has said <Together>“I'll help”</Together> yet.
        </>
      )}
    </Quiet>
  );
}
