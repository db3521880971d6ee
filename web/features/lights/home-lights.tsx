// The lights on home: one's own, with the button that turns it on, and those of others.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Hand, Sunrise } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { callName } from "#contract/call-name.ts";
import type { CurrentLights } from "#contract/lights.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { call } from "#web/platform/api/call.ts";
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
import { sendTap, storedTap, turnOn } from "./tap.ts";

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

/** Today's tap that waits on this device, and a function that makes one. */
function useTap(owner: Sender) {
  const queries = useQueryClient();
  const { personId, familyId } = owner;
  const { timeZone } = useFamilyClock();
  const { data: stored = null } = useQuery({
    queryKey: ["lights", "waiting", personId, familyId],
    queryFn: () => storedTap({ personId, familyId }),
  });
  const attempt = useCallback(async () => {
    if (await sendTap({ personId, familyId })) await queries.invalidateQueries({ queryKey: ["lights"] });
  }, [queries, personId, familyId]);
  useAttempts(attempt, stored !== null);
  const tap = useMutation({
    mutationFn: () => turnOn(owner, new Date(serverTimeAt(Date.now())).toISOString()),
    onSuccess: ignoreSecondTap,
    onSettled: useRefresh(["lights"]),
  });
  // Both by the server's clock, because the device's may be off by a day.
  const dayOf = (time: number) => wallClock(time, timeZone).day;
  const isOfToday = stored !== null && dayOf(Date.parse(stored.at)) === dayOf(serverTimeAt(Date.now()));
  return { waiting: isOfToday ? stored : null, tap };
}

interface OwnLightProps {
  own: NonNullable<CurrentLights["own"]>;
  owner: Sender;
  called: (name: string) => string;
}

function OwnLight({ own: { isAwaited, litAt, wavedBy, awayUntil }, owner, called }: OwnLightProps) {
  const { waiting, tap } = useTap(owner);
  // A light that comes on later, by itself, must not take the focus from where the person is then.
  const [hasWaited, setWaited] = useState(false);
  if (waiting && !hasWaited) setWaited(true);
  const press = () =>
    tap
      .mutateAsync()
      .catch((error: unknown) => toastError(error, { title: "Not sent", otherwise: "Please try again." }));
  if (litAt !== null)
    return (
      <LightLine takesFocus={tap.isSuccess && !hasWaited}>
        Your light is on, <LightTime at={litAt} />.
        {wavedBy.length > 0 && ` ${listed.format(wavedBy.map(({ name }) => called(name)))} waved.`}
      </LightLine>
    );
  if (waiting)
    return (
      <p role="status" tabIndex={-1} ref={tap.isSuccess ? takeFocus : undefined}>
        Your tap at <LightTime at={waiting.at} /> is saved on this device. Your light turns on as soon as it
        can.
      </p>
    );
  if (isAwaited)
    return (
      <Button variant="primary" icon={Sunrise} isBusy={tap.isPending} onClick={() => void press()}>
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

interface OthersLightProps {
  light: CurrentLights["others"][number];
  called: (name: string) => string;
}

function OthersLight({ light: { person, litAt, haveYouWaved }, called }: OthersLightProps) {
  const isHelper = useStoredRole() !== "grandparent";
  const wave = useMutation({
    mutationFn: () => call("PUT /api/lights/:id/wave", { params: { id: person.id } }),
    onSuccess: ignoreSecondTap,
    onSettled: useRefresh(["lights"]),
  });
  const press = () =>
    wave
      .mutateAsync()
      .catch((error: unknown) => toastError(error, { title: "Not sent", otherwise: "Please try again." }));
  const name = called(person.name);
  const line = (
    <LightLine takesFocus={wave.isSuccess}>
      {name}'s light is on, <LightTime at={litAt} />.{haveYouWaved && " You waved."}
    </LightLine>
  );
  if (!isHelper || haveYouWaved) return line;
  return (
    <Row isTight>
      {line}
      <Button icon={Hand} isBusy={wave.isPending} onClick={() => void press()}>
        Wave to {name}
      </Button>
    </Row>
  );
}

/** Nothing shows while no light is on or awaited. */
export function HomeLights({ owner }: { owner: Sender }) {
  const { data } = useQuery(currentLightsQuery(useFamilyClock()));
  const familyName = useFamily()?.name ?? "";
  const called = (name: string) => callName(name, familyName);
  const isAnyOn = data !== undefined && (data.own?.litAt != null || data.others.length > 0);
  useMorningLight(isAnyOn);
  if (!data || (!data.own && data.others.length === 0)) return null;
  return (
    <Stack gap={12}>
      {data.own && <OwnLight own={data.own} owner={owner} called={called} />}
      {data.others.map((light) => (
        <OthersLight key={light.person.id} light={light} called={called} />
      ))}
    </Stack>
  );
}
