// Puts into words how a past request went.

import { callName } from "#contract/call-name.ts";
import type { HelpFigures, PastRequest } from "#contract/help/past-requests.ts";
import { duration, minutesSince } from "#web/ui/time/clock.ts";

/** The name that the screen shows for a person. */
type Called = (person: PastRequest["askedBy"]) => string;

/** Calls the person who is looking "You". */
export const calledFor =
  (personId: number | undefined, familyName: string): Called =>
  ({ id, name }) =>
    id === personId ? "You" : callName(name, familyName);

/** "Rose, Tech Help" */
export const askedWords = ({ askedBy, categoryName }: PastRequest, called: Called): string =>
  [called(askedBy), ...(categoryName ? [categoryName] : [])].join(", ");

/** "Anna, after 2 minutes" */
export function answerWords({ askedAt, answer, end }: PastRequest, called: Called): string {
  if (!answer) return end ? "Nobody" : "Nobody yet";
  const minutes = minutesSince(askedAt, Date.parse(answer.at));
  const name = answer.person ? called(answer.person) : "Someone";
  return minutes < 1 ? `${name}, within a minute` : `${name}, after ${duration(minutes)}`;
}

export function endWords({ askedBy, end, isThanked }: PastRequest, called: Called): string {
  if (!end) return "Still open";
  if (end.state !== "RESOLVED") return `${called(askedBy)} took it back`;
  return isThanked ? `Solved. ${called(askedBy)} said thank you ♥` : "Solved";
}

/** Rounds up. */
function within(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return duration(minutes < 60 ? minutes : Math.ceil(minutes / 60) * 60);
}

/** Empty when nothing was asked. */
export function figureWords({ asked, answered, halfWithin }: HelpFigures): string {
  if (asked === 0) return "";
  const requests = `In the last 30 days: ${asked} ${asked === 1 ? "request" : "requests"}`;
  if (halfWithin === null) return `${requests}, ${answered === 0 ? "none" : answered} of them answered.`;
  return `${requests}, ${asked === 1 ? "" : "half of them "}answered within ${within(halfWithin)}.`;
}
