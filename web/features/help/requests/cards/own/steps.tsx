import {
  Eye,
  HeartHandshake,
  type LucideIcon,
  PhoneForwarded,
  PhoneOff,
  RotateCcw,
  Send,
  Smartphone,
  Undo2,
} from "lucide-react";
import { useFamily } from "#web/features/families/queries.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Avatar } from "#web/ui/surface/badge.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import { Unbroken } from "#web/ui/unbroken.tsx";
import type { Step } from "../../progress.ts";
import styles from "../cards.module.css";

const icons: Record<Step["kind"], LucideIcon> = {
  sent: Send,
  again: RotateCcw,
  reached: Smartphone,
  seen: Eye,
  escalated: PhoneForwarded,
  unreachable: PhoneOff,
  taken: HeartHandshake,
  promised: HeartHandshake,
  "handed-on": Undo2,
};

interface StepRowProps {
  step: Step;
  /** The picture of the person in this step, in place of the icon. */
  face: string | null | undefined;
}

const StepRow = ({ step: { kind, words, at }, face }: StepRowProps) => (
  <li className={classNames(styles.step, at === undefined && styles.waiting)}>
    {face ? <Avatar name={words} picture={face} /> : <Icon of={icons[kind]} />}
    <span>
      <b>
        <Unbroken>{words}</Unbroken>
      </b>{" "}
      {at !== undefined && <Moment at={at} />}
    </span>
  </li>
);

/** The receipts of a request. */
export function Steps({ steps }: { steps: Step[] }) {
  const members = useFamily()?.members;
  return (
    <ol>
      {steps.map((step) => (
        <StepRow
          key={`${step.words} ${step.at}`}
          step={step}
          face={members?.find(({ id }) => id === step.personId)?.picture}
        />
      ))}
    </ol>
  );
}
