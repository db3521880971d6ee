import type { ContactMethod, Refusal } from "#contract/reachability.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { ago, duration, minutesSince } from "#web/ui/time/clock.ts";

/** works: a message arrived in the last two weeks and none failed since. waiting: unknown. fails: messages don't arrive. */
export type Health = "works" | "waiting" | "fails";

const refusals: Record<Refusal, string> = {
  unknown: "refused, this address doesn't exist",
  full: "refused, the mailbox is full",
  unsubscribed: "refused, this phone replied STOP",
  landline: "refused, this phone can't get texts",
  blocked: "refused, the phone company blocks them",
  gone: "no longer on any device",
  other: "refused",
};

const twoWeeks = 14 * 24 * 60;

export function healthOf({ refusal, provenAt, unansweredSince }: ContactMethod, now: number): Health {
  const isSilent = unansweredSince !== null && minutesSince(unansweredSince, now) >= twoWeeks;
  if (refusal || isSilent) return "fails";
  const isRecent = provenAt !== null && minutesSince(provenAt, now) <= twoWeeks;
  return isRecent ? "works" : "waiting";
}

function standing(method: ContactMethod, now: number): string {
  const { channel, refusal, provenAt, testedAt, unansweredSince } = method;
  if (refusal) return channelWords[channel].refusals?.[refusal] ?? refusals[refusal];
  if (unansweredSince && healthOf(method, now) === "fails")
    return `no answer to our tests for ${duration(minutesSince(unansweredSince, now))}`;
  const worked = provenAt ? `worked ${ago(minutesSince(provenAt, now))}` : "";
  const tested =
    unansweredSince && testedAt ? `test sent ${ago(minutesSince(testedAt, now))}, no answer yet` : "";
  return [worked, tested].filter(Boolean).join("; ") || "never tried";
}

/** "App on 2 devices: worked 3 days ago". */
export const contactMethodWords = (method: ContactMethod, now: number): string =>
  `${channelWords[method.channel].name(method.places)}: ${standing(method, now)}`;
