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
import { Unbroken } from "#web/ui/text.tsx";
import { Moment } from "#web/ui/time/times.tsx";
import type { TimelineEntry } from "../request-words.ts";
import styles from "./cards.module.css";

const icons: Record<TimelineEntry["kind"], LucideIcon> = {
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

interface EntryRowProps {
  entry: TimelineEntry;
  /** The picture of the person in this entry, in place of the icon. */
  face: string | null | undefined;
}

const EntryRow = ({ entry: { kind, words, at }, face }: EntryRowProps) => (
  <li className={classNames(styles.entry, at === undefined && styles.waiting)}>
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
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const members = useFamily()?.members;
  return (
    <ol>
      {entries.map((entry) => (
        <EntryRow
          key={`${entry.words} ${entry.at}`}
          entry={entry}
          face={members?.find(({ id }) => id === entry.personId)?.picture}
        />
      ))}
    </ol>
  );
}
