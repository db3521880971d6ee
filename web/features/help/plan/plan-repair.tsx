import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { channelTraits } from "#contract/channels.ts";
import type { EscalationStep } from "#contract/help/plan.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { Blocked } from "#web/features/messages/devices.tsx";
import { messagesHereQuery } from "#web/features/messages/queries.ts";
import { TurnOnButton } from "#web/features/messages/turn-on-button.tsx";
import { useRefresh } from "#web/platform/api/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { type Asked, peopleOf } from "./plan-words.ts";
import { helpersQuery } from "./queries.ts";

const Elsewhere = () => <p>Open Porchlight on your phone, and turn on messages there under “Me”.</p>;

function TurnOnHere() {
  const { data: here } = useQuery(messagesHereQuery);
  const readHelpers = useRefresh(helpersQuery.queryKey);
  const isOn = here === "on";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan is read again once, when messages are on
  useEffect(() => {
    if (isOn) void readHelpers();
  }, [isOn]);
  if (here === "off") return <TurnOnButton />;
  if (here === "blocked") return <Blocked />;
  return here && !isOn && <Elsewhere />;
}

interface PlanRepairProps {
  step: EscalationStep;
  asked: Asked;
}

/** Offers a way to make a step reach somebody again. Each person can only turn on their own messages. */
export function PlanRepair({ step, asked }: PlanRepairProps) {
  const user = useSignedInUser();
  const open = step.channels.filter(
    (channel) => asked.openChannels.includes(channel) && !channelTraits[channel].isOptional,
  );
  if (open.length === 0) return null;
  const isAsked = peopleOf(step, asked).some(({ id }) => id === user?.id);
  if (isAsked && open.includes("push")) return <TurnOnHere />;
  if (isAsked)
    return (
      <ButtonLink href="/account#more" isStart>
        {open.includes("sms") ? "Add my phone number" : "Add my e-mail"}
      </ButtonLink>
    );
  return (
    user?.role === "admin" && (
      <ButtonLink href="/admin/family" isStart>
        See who can be reached
      </ButtonLink>
    )
  );
}
