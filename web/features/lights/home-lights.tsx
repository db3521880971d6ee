// The lights on home: one's own, with the button that turns it on, and those of others.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Hand, Sunrise } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { callName } from "#contract/call-name.ts";
import type { CurrentLights } from "#contract/lights.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { serverTimeAt } from "#web/platform/api/server-time.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import type { Sender } from "#web/platform/offline/outbox.ts";
import { useAttempts } from "#web/platform/offline/retries.ts";
import { ignoreSecondTap, takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Lamp, useMorningLight } from "#web/ui/picture/lamp.tsx";
import { wallClock } from "#web/ui/time/clock.ts";
import { WallTime } from "#web/ui/time/times.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { currentLightsQuery } from "./current-lights-query.ts";
import styles from "./lights.module.css";
import { sendTaps, storedTaps, type Tap, tap } from "./tap.ts";

const listed = new Intl.ListFormat("en-US");

/** The time of a light, on the clock of the family. */
function LightTime({ at }: { at: string }) {
  const { timeZone } = useFamilyClock();
  return <WallTime time={wallClock(Date.parse(at), timeZone).time} />;
}

interface LightLineProps {
  /** Whether to take the focus from the button that it replaces. */
  takesFocus: boolean;
  children: ReactNode;
}

/** As high as the button that it replaces, so that nothing moves under a finger. */
const LightLine = ({ takesFocus, children }: LightLineProps) => (
  <p className={styles.line} role="status" tabIndex={-1} ref={takesFocus ? takeFocus : undefined}>
    <Lamp glow="morning" size="medium" /> <span>{children}</span>
  </p>
);

/** Today's taps that wait on this device. They are sent as soon as possible while this is on the page. */
function useWaitingTaps({ personId, familyId }: Sender): Tap[] {
  const queries = useQueryClient();
  const { timeZone } = useFamilyClock();
  const { data: stored = [] } = useQuery({
    queryKey: ["lights", "waiting", personId, familyId],
    queryFn: () => storedTaps({ personId, familyId }),
  });
  const attempt = useCallback(async () => {
    if (await sendTaps({ personId, familyId })) await queries.invalidateQueries({ queryKey: ["lights"] });
  }, [queries, personId, familyId]);
  useAttempts(attempt, stored.length > 0);
  // Both by the server's clock, because the device's may be off by a day.
  const dayOf = (time: number) => wallClock(time, timeZone).day;
  return stored.filter(({ at }) => dayOf(Date.parse(at)) === dayOf(serverTimeAt(Date.now())));
}

/** Waves to this person, or else turns on one's own light. */
function useTap(owner: Sender, waveTo?: number) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => tap(owner, { at: new Date(serverTimeAt(Date.now())).toISOString(), waveTo }),
    onSuccess: ignoreSecondTap,
    onSettled: useRefresh(["lights"]),
  });
  const press = () =>
    void mutateAsync().catch((error: unknown) =>
      toastError(error, { title: "Not sent", otherwise: "Please try again." }),
    );
  return { press, isPending, isSuccess };
}

interface LightProps {
  owner: Sender;
  /** The tap on this light that waits. */
  waiting: Tap | undefined;
  called: (name: string) => string;
}

interface OwnLightProps extends LightProps {
  own: NonNullable<CurrentLights["own"]>;
}

function OwnLight({ own, owner, waiting, called }: OwnLightProps) {
  const { isAwaited, litAt, wavedBy, awayUntil } = own;
  const { press, isPending, isSuccess } = useTap(owner);
  // A light that comes on later, by itself, must not take the focus from where the person is then.
  const [hasWaited, setWaited] = useState(false);
  if (waiting && !hasWaited) setWaited(true);
  if (litAt !== null)
    return (
      <LightLine takesFocus={isSuccess && !hasWaited}>
        Your light is on, <LightTime at={litAt} />.
        {wavedBy.length > 0 && ` ${listed.format(wavedBy.map(({ name }) => called(name)))} waved.`}
      </LightLine>
    );
  if (waiting)
    return (
      <p role="status" tabIndex={-1} ref={isSuccess ? takeFocus : undefined}>
        Your tap at <LightTime at={waiting.at} /> is saved on this device. Your light turns on as soon as it
        can.
      </p>
    );
  if (isAwaited)
    return (
      <Button variant="primary" icon={Sunrise} isBusy={isPending} onClick={press}>
        Turn on my light
      </Button>
    );
  if (awayUntil === null) return null;
  return (
    <p>
      Your light is paused until {weekday(awayUntil)}, {monthAndDay(awayUntil)}.{" "}
      <TallLink href="/account/light">Change it</TallLink>
    </p>
  );
}

interface OthersLightProps extends LightProps {
  light: CurrentLights["others"][number];
}

function OthersLight({ light: { person, litAt, haveYouWaved }, owner, waiting, called }: OthersLightProps) {
  const isHelper = useStoredRole() !== "grandparent";
  const { press, isPending, isSuccess } = useTap(owner, person.id);
  const name = called(person.name);
  const isWaved = haveYouWaved || waiting !== undefined;
  const line = (
    <LightLine takesFocus={isSuccess}>
      {name}'s light is on, <LightTime at={litAt} />.{isWaved && " You waved."}
      {waiting && !haveYouWaved && ` ${name} sees it as soon as there is a connection.`}
    </LightLine>
  );
  if (!isHelper || isWaved) return line;
  return (
    <Row isTight>
      {line}
      <Button icon={Hand} isBusy={isPending} onClick={press}>
        Wave to {name}
      </Button>
    </Row>
  );
}

function Lights({ lights: { own, others }, owner }: { lights: CurrentLights; owner: Sender }) {
  const waiting = useWaitingTaps(owner);
  const familyName = useFamily()?.name ?? "";
  const shared = { owner, called: (name: string) => callName(name, familyName) };
  const tapFor = (personId?: number) => waiting.find(({ waveTo }) => waveTo === personId);
  return (
    <Stack gap={12}>
      {own && <OwnLight {...shared} own={own} waiting={tapFor()} />}
      {others.map((light) => (
        <OthersLight key={light.person.id} {...shared} light={light} waiting={tapFor(light.person.id)} />
      ))}
    </Stack>
  );
}

/** Nothing shows while no light is on or awaited. */
export function HomeLights({ owner }: { owner: Sender }) {
  const { data } = useQuery(currentLightsQuery(useFamilyClock()));
  const isAnyOn = data !== undefined && (data.own?.litAt != null || data.others.length > 0);
  useMorningLight(isAnyOn);
  return data && (data.own || data.others.length > 0) ? <Lights lights={data} owner={owner} /> : null;
}
