// The hellos on home: what somebody gave, who loved one's own, and giving one.
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Heart, History } from "lucide-react";
import { useState } from "react";
import type { Hello } from "#contract/hellos.ts";
import { untilSameDay, useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily, useHas } from "#web/features/families/queries.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Columns, Section, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { currentHellosQuery } from "./current-hellos-query.ts";
import { HelloView, useCalled } from "./hello-view.tsx";
import { heartWords } from "./hello-words.ts";
import styles from "./hellos.module.css";

const row = <SkeletonRows count={1} />;
const Answers = lazyPart(() => import("./answers.tsx"), "Answers", { title: "the heart", skeleton: row });
const Giving = lazyPart(() => import("./giving.tsx"), "Giving", { title: "“Say hello”", skeleton: row });

/** Says to whom a hello goes: to the grandparents, or from one of them to the family. */
function useRecipients(personId: number): { title: string; to: string } | undefined {
  const called = useCalled();
  const members = useFamily()?.members ?? [];
  if (useStoredRole() === "grandparent") return { title: "Send a picture", to: "Your family" };
  const grandparents = members.filter(({ id, role }) => role === "grandparent" && id !== personId);
  if (grandparents.length === 0) return undefined;
  const to = grandparents.map(called).join(" & ");
  return { title: `Say hello to ${to}`, to };
}

interface LookingProps {
  giver: Sender;
  next: Hello | null;
  earlier: number;
}

/** One hello. It stays until the person goes on, so that a heart can be taken back. */
function Looking({ giver, next, earlier }: LookingProps) {
  const [shown, show] = useState<Hello | null>(null);
  const [isLoved, setLoved] = useState(false);
  const hello = shown ?? next;
  const hasNext = shown !== null && next !== null && next.id !== shown.id;
  const goOn = () => {
    show(null);
    setLoved(false);
  };
  if (!hello && earlier === 0) return null;
  return (
    <Columns kind="beside">
      {hello && <HelloView hello={hello} personId={giver.personId} />}
      <Stack gap={12}>
        {hello && (
          <Answers
            key={hello.id}
            hello={hello}
            giver={giver}
            isLoved={isLoved}
            onLove={(loved) => {
              show(hello);
              setLoved(loved);
            }}
            onAnswered={() => show(hello)}
          />
        )}
        <Actions>
          {hasNext && (
            <Button iconAfter={ArrowRight} onClick={goOn}>
              Show the next one
            </Button>
          )}
          {earlier > 0 && (
            <ButtonLink variant="quiet" icon={History} href="/hellos">
              Earlier ({earlier})
            </ButtonLink>
          )}
        </Actions>
      </Stack>
    </Columns>
  );
}

/** What somebody gave, and who loved one's own. */
export function HomeHellos({ giver }: { giver: Sender }) {
  // At midnight, birthday greetings that were not heard become hellos.
  const { data } = useQuery({ ...currentHellosQuery, refetchInterval: untilSameDay(useFamilyClock()) });
  const called = useCalled();
  if (!data || (data.loved.length === 0 && !data.hello && data.earlier === 0)) return null;
  return (
    <Stack gap={24}>
      {data.loved.map((hello) => (
        <p key={hello.id} className={styles.hearts} role="status">
          <Icon of={Heart} /> {heartWords(hello, called)}
        </p>
      ))}
      <Looking giver={giver} next={data.hello} earlier={data.earlier} />
    </Stack>
  );
}

/** Offers to give a picture or a voice message. */
export function GiveHello({ giver }: { giver: Sender }) {
  const { data } = useQuery(currentHellosQuery);
  const recipients = useRecipients(giver.personId);
  const isOn = useHas("hellos");
  if (!isOn || !data || !recipients) return null;
  return (
    <Section title={recipients.title}>
      <Giving giver={giver} to={recipients.to} />
    </Section>
  );
}
