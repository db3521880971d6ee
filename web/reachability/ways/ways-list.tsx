import { CircleAlert, CircleCheck, CircleQuestionMark, type LucideIcon } from "lucide-react";
import type { Way } from "#contract/reachability.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { useMinute } from "#web/ui/time/use-minute.ts";
import { type Health, healthOf, wayWords } from "./way-words.ts";
import styles from "./ways-list.module.css";

const icons: Record<Health, LucideIcon> = {
  works: CircleCheck,
  waiting: CircleQuestionMark,
  fails: CircleAlert,
};

function WayRow({ way }: { way: Way }) {
  const now = useMinute();
  const health = healthOf(way, now);
  return (
    <li className={classNames(styles.way, health === "fails" && styles.fails)}>
      <Icon of={icons[health]} /> {wayWords(way, now)}
    </li>
  );
}

/** Each way that leads to somebody, and whether it does. */
export const WaysList = ({ ways }: { ways: readonly Way[] }) => (
  <Stack as="ul" gap={4}>
    {ways.map((way) => (
      <WayRow key={way.channel} way={way} />
    ))}
  </Stack>
);
