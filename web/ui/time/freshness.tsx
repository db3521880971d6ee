import { ago, minutesSince } from "./clock.ts";
import { useMinute } from "./use-minute.ts";

interface FreshnessProps {
  at: string;
}

/** "3 minutes ago", for as long as it is shown. */
export function Ago({ at }: FreshnessProps) {
  const now = useMinute();
  return <time dateTime={at}>{ago(minutesSince(at, now))}</time>;
}

export const Updated = ({ at }: FreshnessProps) => (
  <>
    Updated <Ago at={at} />
  </>
);
