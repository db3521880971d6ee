import { clockTime, timeOf } from "./clock.ts";

/** A time on the family's wall clock: "13:05". */
export const WallTime = ({ time }: { time: string }) => <time dateTime={time}>{clockTime(time)}</time>;

/** When something happened, on this device's clock. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{timeOf(at)}</time>;
