import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callName } from "#contract/call-name.ts";
import { switchedOffWords } from "#contract/family-switches.ts";
import { ChosenLight, type OwnLight, usualTimes } from "#contract/lights.ts";
import { clockTime, monthAndDay, weekday } from "#contract/time-words.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily, useHas } from "#web/features/families/queries.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { SignedOut } from "#web/ui/state/access-denied.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { ownLightQuery, useChooseLight, useEndLight, usePauseLight } from "./queries.ts";

const title = "My light";
const notSaved = { title: "Not saved", otherwise: "Please try again." };

type Helper = OwnLight["helpers"][number];

const problems: Record<Helper["messages"], string | undefined> = {
  reachable: undefined,
  unreachable: "Our messages don't reach them yet.",
  "turned-off": "They turned these messages off.",
};

/** Says it when nobody would be told. */
function NobodyTold({ chosen, helpers }: { chosen: NonNullable<OwnLight["chosen"]>; helpers: Helper[] }) {
  const isTold = ({ id, messages }: Helper) => chosen.contactIds.includes(id) && messages === "reachable";
  if (helpers.some(isTold)) return null;
  return (
    <Note kind="warn" title="Nobody is told when your light stays dark">
      <p>Please choose someone below who gets our messages.</p>
    </Note>
  );
}

interface TypedLight {
  usualTime: string;
  contactIds: string[];
}

const TypedLight = prepared(ChosenLight, ({ usualTime, contactIds }: TypedLight) => ({
  usualTime: usualTimes.find((time) => time === usualTime) ?? usualTimes[0],
  contactIds: contactIds.map(Number),
}));

/** By when the light is usually on, and who is told when it stays dark. */
function LightForm({ chosen, helpers }: OwnLight) {
  const { mutateAsync: choose } = useChooseLight();
  const [result, setResult] = useState<ActionResult>();
  const familyName = useFamily()?.name ?? "";
  const form = useSchemaForm<TypedLight, ChosenLight>({
    schema: TypedLight,
    defaults: {
      usualTime: chosen?.usualTime ?? "09:00",
      contactIds: (chosen?.contactIds ?? []).map(String),
    },
    onSubmit: async (typed) => {
      setResult(undefined);
      await choose(typed);
      const words = chosen ? "Your choice is saved." : "Your light is on your home page each morning.";
      setResult({ isGood: true, words });
    },
    failed: notSaved,
  });
  return (
    <>
      <Form of={form}>
        <SelectField {...form.field("usualTime")} label="It's usually on by">
          {usualTimes.map((time) => (
            <option key={time} value={time}>
              {clockTime(time)}
            </option>
          ))}
        </SelectField>
        <ChoiceField
          {...form.field("contactIds")}
          label="If it isn't, tell"
          hint="One message, and at most one a day. Using Porchlight in any way counts like your light."
          choices={helpers.map(({ id, name, messages }) => ({
            value: String(id),
            label: callName(name, familyName),
            detail: problems[messages],
          }))}
          isMany
        />
        <Button type="submit" variant="primary" isStart isBusy={form.isBusy} busyLabel="Saving...">
          {chosen ? "Save" : "Use my light"}
        </Button>
      </Form>
      <StatusMessage of={result} />
    </>
  );
}

function dayAfter(day: string): string {
  const next = new Date(day);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, day.length);
}

const dayWords = (day: string): string => `${weekday(day)}, ${monthAndDay(day)}`;

/** Pauses the light for a holiday, and begins it again. */
function Pause({ awayUntil }: { awayUntil: string | null }) {
  const { day } = useFamilyClock();
  const pause = usePauseLight();
  const [until, setUntil] = useState(dayAfter(day));
  const save = (next: string | null) =>
    pause.mutateAsync(next).catch((error: unknown) => toastError(error, notSaved));
  if (awayUntil !== null)
    return (
      <Stack gap={12}>
        <p role="status">Your light is paused. It begins again on {dayWords(dayAfter(awayUntil))}.</p>
        <Button isStart isBusy={pause.isPending} onClick={() => void save(null)}>
          I'm back
        </Button>
      </Stack>
    );
  return (
    <Stack gap={12}>
      <TextField
        label="I'm away until"
        type="date"
        min={day}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <Button isStart isBusy={pause.isPending} onClick={() => void (until && save(until))}>
        Pause my light
      </Button>
    </Stack>
  );
}

function Ending() {
  const end = useEndLight();
  const press = () => end.mutateAsync().catch((error: unknown) => toastError(error, notSaved));
  return (
    <Button isStart isBusy={end.isPending} onClick={() => void press()}>
      Stop using my light
    </Button>
  );
}

function Contents() {
  const light = useQuery(ownLightQuery);
  return (
    <Loaded of={light} name="your light" skeleton={<SkeletonRows count={2} />}>
      {({ chosen, helpers }) => (
        <Stack gap={32}>
          {chosen && helpers.length > 0 && <NobodyTold chosen={chosen} helpers={helpers} />}
          {helpers.length > 0 ? (
            // The form starts again when there are others to choose from.
            <LightForm key={helpers.map(({ id }) => id).join()} chosen={chosen} helpers={helpers} />
          ) : (
            <Note kind="warn" title="Nobody in your family can be told yet">
              <p>Your light needs a child or grandchild who uses Porchlight, too.</p>
            </Note>
          )}
          {chosen && (
            <>
              <Section title="When I'm away">
                <Pause awayUntil={chosen.awayUntil} />
              </Section>
              <Section title="If I don't want it anymore">
                <Ending />
              </Section>
            </>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** Where a grandparent turns their light on and off. */
export function OwnLightPage() {
  const isSignedIn = useToken() !== null;
  const isGrandparent = useStoredRole() === "grandparent";
  const isOn = useHas("lights");
  return (
    <Page title={title} layout="tight">
      {isSignedIn ? (
        <>
          <Stack gap={12}>
            <ButtonLink variant="back" href="/account">
              Me
            </ButtonLink>
            <h1>{title}</h1>
          </Stack>
          {!isOn && <p>{switchedOffWords("lights")}</p>}
          {isOn && isGrandparent && (
            <>
              <Lead>One tap each morning, and your family sees that you're up.</Lead>
              <Contents />
            </>
          )}
          {isOn && !isGrandparent && <p>Only grandparents have a light. You see it on Home when it's on.</p>}
        </>
      ) : (
        <SignedOut title={title} onSignIn={rememberPlace} />
      )}
    </Page>
  );
}
