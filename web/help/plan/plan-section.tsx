import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import type { EscalationPlan } from "#contract/help/plan.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { Removal } from "#web/admin/removal.tsx";
import { isForbidden } from "#web/api/call.ts";
import { useFamily } from "#web/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { PlanForm } from "./form/plan-form.tsx";
import { peopleAsked } from "./people-asked.ts";
import { helpersQuery, planQuery, useRestorePlan } from "./queries.ts";
import { ReadPlan } from "./read-plan.tsx";

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

const restored = "Porchlight's plan is back.";

const Restoring = ({ onRestored }: { onRestored: (words: string) => void }) => (
  <Removal
    by={useRestorePlan()}
    of=""
    label="Go back to Porchlight's plan"
    busyLabel="Going back..."
    question="Go back to Porchlight's plan?"
    detail="Your own steps, first contact and quiet hours will be deleted. Requests already sent keep their steps."
    done={restored}
    failed={{ title: "The plan is still your own", otherwise: "Please try again." }}
    onRemoved={() => onRestored(restored)}
  />
);

const skeleton = (
  <>
    <Skeleton shape="row" />
    <Skeleton shape="row" />
    <Skeleton shape="row" />
  </>
);

interface CurrentPlanProps {
  familyName: string;
  /** The focus comes back to its button. */
  isJustLeft: boolean;
  onChange: (plan: EscalationPlan) => void;
  onRestored: (words: string) => void;
}

function CurrentPlan({ familyName, isJustLeft, onChange, onRestored }: CurrentPlanProps) {
  const plan = useQuery(planQuery);
  const helpers = useQuery(helpersQuery);
  const isAdmin = useSignedInUser()?.role === "admin";
  return (
    <Loaded of={plan} name="the plan" skeleton={skeleton}>
      {(plan) => (
        <>
          <Loaded of={helpers} name="who helps" skeleton={skeleton}>
            {(helpers) => (
              <ReadPlan plan={plan} asked={peopleAsked(helpers, familyName, plan.firstContactId)} />
            )}
          </Loaded>
          {isAdmin ? (
            <Actions>
              <Button icon={Pencil} ref={isJustLeft ? takeFocus : null} onClick={() => onChange(plan)}>
                Change the plan
              </Button>
              {!plan.isDefault && <Restoring onRestored={onRestored} />}
            </Actions>
          ) : (
            <Quiet>The people who look after your family's page can change it.</Quiet>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Who is asked when, and how, once somebody needs help. */
export function PlanSection() {
  const { data: latest, error } = useQuery(planQuery);
  const { data: helpers } = useQuery(helpersQuery);
  const familyName = useFamily()?.name ?? "";
  // With what the form began: it stands apart from what is read again, so that nothing typed is lost.
  const [begun, setBegun] = useState<EscalationPlan>();
  const [said, setSaid] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  // The phrases above have said already whom this is for.
  if (isForbidden(error)) return null;
  const say = (words: string) => {
    setSaid(words);
    // The button that had the focus is gone.
    if (words) status.current?.focus();
  };
  const close = (words = "") => {
    setBegun(undefined);
    say(words);
  };
  return (
    <Section title="Who is asked when">
      <p>When someone asks for help, we ask like this until one of you says yes:</p>
      {begun && latest && helpers ? (
        <PlanForm
          key={JSON.stringify(begun)}
          {...{ begun, latest, helpers, familyName }}
          onTakeLatest={() => setBegun(latest)}
          onClose={close}
        />
      ) : (
        <CurrentPlan familyName={familyName} isJustLeft={said === ""} onChange={setBegun} onRestored={say} />
      )}
      <p role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
    </Section>
  );
}
