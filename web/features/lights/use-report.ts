// A grandparent who touches the app is up, so nobody has to be told that their light stays dark. The server can't tell a
// touch from a screen that reads something again by itself.
import type { QueryClient } from "@tanstack/react-query";
import { type FamilyClock, familyClockIn } from "#web/features/families/family-clock.ts";
import { storedFamily } from "#web/features/families/stored-family.ts";
import { call } from "#web/platform/api/call.ts";
import { storedRole, token } from "#web/platform/api/session.ts";
import { currentLightsQuery } from "./current-lights-query.ts";

/** Reports the first touch of each day, if a light is awaited then. */
export function reportUse(queries: QueryClient): void {
  let reported: string | undefined;
  const report = async ({ day, ...clock }: FamilyClock) => {
    const { own } = await queries.ensureQueryData(currentLightsQuery({ day, ...clock }));
    if (own?.isAwaited) await call("PUT /api/lights/own/use");
  };
  const touched = () => {
    const family = storedFamily();
    if (!family || storedRole() !== "grandparent") return;
    const clock = familyClockIn(family.timeZone);
    const touch = `${token()} ${currentLightsQuery(clock).queryKey.join()}`;
    if (touch === reported) return;
    reported = touch;
    // Without a connection, the next touch tries again.
    report(clock).catch(() => {
      reported = undefined;
    });
  };
  for (const event of ["pointerdown", "keydown"] as const)
    document.addEventListener(event, touched, { capture: true, passive: true });
}
