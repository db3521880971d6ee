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
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Moment } from "#web/ui/time/times.tsx";
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

const StepRow = ({ step: { kind, words, at } }: { step: Step }) => (
  <li className={classNames(styles.step, at === undefined && styles.waiting)}>
    <Icon of={icons[kind]} />
    <span>
      <b>{words}</b> {at !== undefined && <Moment at={at} />}
    </span>
  </li>
);

/** The receipts of a request. */
export const Steps = ({ steps }: { steps: Step[] }) => (
  <ol>
    {steps.map((step) => (
      <StepRow key={`${step.words} ${step.at}`} step={step} />
    ))}
  </ol>
);
