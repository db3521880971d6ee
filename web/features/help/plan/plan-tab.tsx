import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import type { EscalationPlan } from "#contract/help/plan.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { isForbidden } from "#web/platform/api/call.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { Actions, FoldedSections, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Quiet, Unbroken } from "#web/ui/text.tsx";
import { WebhookSection } from "../webhook/webhook-section.tsx";
import { PlanForm } from "./form/plan-form.tsx";
import { PlanRepair } from "./plan-repair.tsx";
import { PlanConcerns, PlanSentence } from "./plan-summary.tsx";
import { type Asked, paidWords, peopleAsked, quietWords, reachesAnyone } from "./plan-words.ts";
import { helpersQuery, planQuery, useRestorePlan } from "./queries.ts";

interface ReadPlanProps {
  plan: EscalationPlan;
  asked: Asked;
}

/** The plan as helpers read it. */
const ReadPlan = ({ plan, asked }: ReadPlanProps) => (
  <>
    <Rows as="ol">
      {plan.steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no id, only its position
        <li key={place}>
          <Stack gap={12}>
            <PlanSentence step={step} asked={asked} />
            {!reachesAnyone(step, asked) && <PlanRepair step={step} asked={asked} />}
          </Stack>
        </li>
      ))}
    </Rows>
    <p>
      {asked.first && `${asked.first.name} is the first contact. `}
      <Unbroken>{`${quietWords(plan.quietHours, asked)} ${paidWords(plan.steps, asked)}`}</Unbroken>
    </p>
    <Quiet>
      {plan.isDefault ? "This is the plan that Porchlight comes with." : "This is your family's own plan."}
    </Quiet>
    <PlanConcerns steps={plan.steps} asked={asked} />
  </>
);

const restored = "Porchlight's plan is back.";

const RestoreButton = ({ onRestored }: { onRestored: (words: string) => void }) => (
  <Removal
    by={useRestorePlan()}
    of=""
    label="Go back to Porchlight's plan"
    busyLabel="Going back..."
    question="Go back to Porchlight's plan?"
    detail="Your own steps, first contact and quiet hours will be deleted. Requests already sent keep their steps."
    done={restored}
    failed={{ title: "The plan is still your own", otherwise: "Please try again." }}
    onDone={() => onRestored(restored)}
  />
);

const skeleton = <SkeletonRows count={3} />;

interface CurrentPlanProps {
  familyName: string;
  /** Whether the form was just closed, so that its button takes the focus. */
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
                Edit the plan
              </Button>
              {!plan.isDefault && <RestoreButton onRestored={onRestored} />}
            </Actions>
          ) : (
            <Quiet>The people who look after your family's page can change it.</Quiet>
          )}
        </>
      )}
    </Loaded>
  );
}

function Plan() {
  const { data: latest, error } = useQuery(planQuery);
  const { data: helpers } = useQuery(helpersQuery);
  const familyName = useFamily()?.name ?? "";
  // The plan as it was when the form was opened. Later reads don't change it, so that nothing typed is lost.
  const [original, setOriginal] = useState<EscalationPlan>();
  const [said, setSaid] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);
  if (isForbidden(error))
    return (
      <AccessDenied title="Who is asked, and when">
        The people who help in your family can see this.
      </AccessDenied>
    );
  const say = (words: string) => {
    setSaid(words);
    // The button that had the focus is gone, so the focus moves here.
    if (words) status.current?.focus();
  };
  const close = (words = "") => {
    setOriginal(undefined);
    say(words);
  };
  return (
    <Section title="Who is asked, and when">
      <p>When someone asks for help, we ask like this until one of you says yes:</p>
      {original && latest && helpers ? (
        <PlanForm
          key={JSON.stringify(original)}
          original={original}
          latest={latest}
          helpers={helpers}
          familyName={familyName}
          onTakeLatest={() => setOriginal(latest)}
          onClose={close}
        />
      ) : (
        <CurrentPlan
          familyName={familyName}
          isJustLeft={said === ""}
          onChange={setOriginal}
          onRestored={say}
        />
      )}
      <p role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
    </Section>
  );
}

/** The tab with the plan: who the family asks for help, when, and over which channels. */
export function PlanTab() {
  const isAdmin = useSignedInUser()?.role === "admin";
  return (
    <>
      <Plan />
      {isAdmin && (
        <FoldedSections>
          <WebhookSection />
        </FoldedSections>
      )}
    </>
  );
}
