import { CircleAlert, CircleCheck, CircleQuestionMark, type LucideIcon } from "lucide-react";
import type { ContactMethod } from "#contract/reachability.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import styles from "./contact-method-list.module.css";
import { contactMethodWords, type Health, healthOf } from "./contact-method-words.ts";

const icons: Record<Health, LucideIcon> = {
  works: CircleCheck,
  waiting: CircleQuestionMark,
  fails: CircleAlert,
};

function ContactMethodRow({ method }: { method: ContactMethod }) {
  const now = useMinute();
  const health = healthOf(method, now);
  return (
    <li className={classNames(styles.method, health === "fails" && styles.fails)}>
      <Icon of={icons[health]} /> {contactMethodWords(method, now)}
    </li>
  );
}

/** A person's contact methods, and whether they work. */
export const ContactMethodList = ({ methods }: { methods: readonly ContactMethod[] }) => (
  <Stack as="ul" gap={4}>
    {methods.map((method) => (
      <ContactMethodRow key={method.channel} method={method} />
    ))}
  </Stack>
);
