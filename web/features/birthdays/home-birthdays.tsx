// The birthdays on home: today's, with greetings, and those of the next two weeks.
import { Cake } from "lucide-react";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import styles from "./birthdays.module.css";
import { birthdaysAhead, type KeptBirthday, wordsAhead, wordsToday } from "./upcoming.ts";

const skeleton = <SkeletonRows count={1} />;
// Most days are nobody's birthday.
const GreetingsHeard = lazyPart(() => import("./greetings-heard.tsx"), "GreetingsHeard", {
  title: "your greetings",
  skeleton,
});
const GreetingGiven = lazyPart(() => import("./greeting-given.tsx"), "GreetingGiven", {
  title: "“Record a greeting”",
  skeleton,
});

interface TodayProps {
  of: KeptBirthday;
  giver: Sender;
}

const Today = ({ of: birthday, giver }: TodayProps) => (
  <Section title={wordsToday(birthday, giver.personId)}>
    {birthday.person.id === giver.personId ? (
      <GreetingsHeard personId={giver.personId} />
    ) : (
      <GreetingGiven giver={giver} person={birthday.person} />
    )}
  </Section>
);

/** Renders nothing when no birthday is near. */
export function HomeBirthdays({ giver }: { giver: Sender }) {
  const family = useFamily();
  const { day } = useFamilyClock();
  const ahead = family ? birthdaysAhead(day, family) : [];
  if (ahead.length === 0) return null;
  return (
    <Stack gap={24}>
      {ahead.map((birthday) =>
        birthday.daysAhead === 0 ? (
          <Today key={birthday.person.id} of={birthday} giver={giver} />
        ) : (
          <p key={birthday.person.id} className={styles.line}>
            <Icon of={Cake} /> {wordsAhead(birthday, giver.personId)}
          </p>
        ),
      )}
    </Stack>
  );
}
