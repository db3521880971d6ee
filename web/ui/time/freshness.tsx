import { ago, minutesSince } from "./clock.ts";
import { useMinute } from "./use-minute.ts";

/** "Updated 3 minutes ago", for as long as it is shown. */
export function Updated({ at }: { at: string }) {
  const now = useMinute();
  return (
    <>
      Updated <time dateTime={at}>{ago(minutesSince(at, now))}</time>
    </>
  );
}
