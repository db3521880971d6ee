import { useState } from "react";
import { switchedOffWords } from "#contract/family-switches.ts";
import type { Hello } from "#contract/hellos.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useHas } from "#web/features/families/queries.ts";
import { LetterLink } from "#web/features/letters/letter-link.tsx";
import { NextQuestion } from "#web/features/questions/next-question.tsx";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { Actions, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Pager } from "#web/ui/state/pager.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { Answers } from "./answers.tsx";
import { WaitingHellos } from "./giving.tsx";
import { HelloMessages } from "./hello-messages.tsx";
import { HelloView, useCalled } from "./hello-view.tsx";
import { dayGiven } from "./hello-words.ts";
import { useDeleteHello, useGiver, useHellos } from "./queries.ts";

const title = "Hellos";

interface HelloLineProps {
  hello: Hello;
  giver: Sender;
}

/** The hello with its two buttons, and "Delete" for the giver and for admins. */
function HelloLine({ hello, giver }: HelloLineProps) {
  const { id, person, lovedBy } = hello;
  const isOwn = person.id === giver.personId;
  const [pressed, setPressed] = useState<boolean>();
  const isLoved = pressed ?? lovedBy.some((lover) => lover.id === giver.personId);
  const remove = useDeleteHello(id);
  const isAdmin = useStoredRole() === "admin";
  const called = useCalled();
  return (
    <Stack gap={12}>
      <HelloView hello={hello} personId={giver.personId} />
      {!isOwn && (
        <Answers
          hello={hello}
          giver={giver}
          isLoved={isLoved}
          onLove={setPressed}
          onAnswered={() => undefined}
        />
      )}
      {(isOwn || isAdmin) && (
        <Actions>
          <Removal
            by={remove}
            of={`the hello from ${isOwn ? "you" : called(person)}`}
            label="Delete"
            busyLabel="Deleting..."
            question="Delete this hello?"
            detail="Nobody in the family will see it anymore."
            failed={{ title: "Not deleted", otherwise: "Please try again." }}
          />
        </Actions>
      )}
    </Stack>
  );
}

function HelloList({ giver }: { giver: Sender }) {
  const hellos = useHellos();
  const { timeZone } = useFamilyClock();
  const now = useMinute();
  return (
    <Loaded of={hellos} name="the hellos" skeleton={<SkeletonRows count={3} />}>
      {({ pages }) => {
        const all = pages.flatMap((page) => page.hellos);
        if (all.length === 0) return <p>Nobody has said hello yet. Home is where it begins.</p>;
        const dayOf = ({ at }: Hello) => dayGiven(at, now, timeZone);
        const days = [...new Set(all.map(dayOf))];
        return (
          <Stack gap={32}>
            {days.map((day) => (
              <Section key={day} title={day}>
                <Stack gap={32}>
                  {all
                    .filter((hello) => dayOf(hello) === day)
                    .map((hello) => (
                      <HelloLine key={hello.id} hello={hello} giver={giver} />
                    ))}
                </Stack>
              </Section>
            ))}
            <Pager of={hellos} label="Show earlier ones" end="These are all." />
          </Stack>
        );
      }}
    </Loaded>
  );
}

function Contents({ giver }: { giver: Sender }) {
  const isHelper = useStoredRole() !== "grandparent";
  if (!useHas("hellos")) return <p>{switchedOffWords("hellos")}</p>;
  return (
    <Stack gap={32}>
      <WaitingHellos giver={giver} />
      <Actions>
        <LetterLink />
      </Actions>
      <HelloList giver={giver} />
      {/* Grandparents find theirs in Me, with everything else that they may hear of. */}
      {isHelper && <NextQuestion />}
      {isHelper && <HelloMessages label="Tell me about hearts, answers and pictures" />}
    </Stack>
  );
}

/** All hellos of the family, by day. */
export function HellosPage() {
  const isSignedIn = useToken() !== null;
  const giver = useGiver();
  return (
    <Page title={title} layout="tight">
      {isSignedIn ? (
        <>
          <Stack gap={12}>
            <ButtonLink variant="back" href="/">
              Home
            </ButtonLink>
            <h1>{title}</h1>
          </Stack>
          {giver && <Contents giver={giver} />}
        </>
      ) : (
        <SignedOut title={title} onSignIn={rememberPlace} />
      )}
    </Page>
  );
}
