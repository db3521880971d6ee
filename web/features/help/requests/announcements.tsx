// The texts that screen readers announce when something happens to a request.

import { useEffect, useRef, useState } from "react";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { HelpRequest, Receipt } from "#contract/help/requests.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Hidden } from "#web/ui/text.tsx";
import { useMinute } from "#web/ui/time/times.tsx";
import { hasUndo } from "./cards/own-actions.tsx";
import { asCalledIn, headingOf, isUnanswered, questionOf, titleFor } from "./request-words.ts";

const markOf = ({ state, person, at }: Receipt) => `${state} ${person?.id} ${at}`;

// The words don't change, so there is nothing to announce.
const silent: readonly HelpRequestState[] = ["HANDED_OVER"];

/** New receipts of other people. The person's own actions are shown where they were tapped. */
function receiptsSince(before: HelpRequest | undefined, { receipts }: HelpRequest, personId: number) {
  const known = new Set(before?.receipts.map(markOf));
  const fresh = receipts.filter((receipt) => !known.has(markOf(receipt)) && !silent.includes(receipt.state));
  const ofOthers = fresh.filter(({ person }) => person?.id !== personId);
  // When several people are asked at once, they share a sentence.
  return ofOthers.filter(({ state }, place) => state !== "ESCALATED" || ofOthers[place + 1]?.state !== state);
}

function wordsOfOwn(request: HelpRequest, { state, at }: Receipt): string {
  const receipts = request.receipts.filter((receipt) => receipt.at <= at);
  return headingOf({ ...request, state, receipts });
}

function wordsOfOthers(before: HelpRequest | undefined, request: HelpRequest, personId: number): string[] {
  const title = titleFor(request, personId);
  const isOld = before && titleFor(before, personId) === title;
  return isOld || request.receipts.at(-1)?.person?.id === personId ? [] : [title];
}

const marksOfWords = ({ promise, handedOn, scamCheck }: HelpRequest): (string | undefined)[] => [
  promise?.madeAt,
  handedOn?.at,
  scamCheck?.verdicts.map(({ verdict, at }) => `${verdict} ${at}`).join(),
];

/** Announces what the family has answered since: when they will come, that they can't, or whether it is a scam. */
function wordsOfFamily(earlier: HelpRequest | undefined, request: HelpRequest, now: number): string[] {
  const known = earlier && marksOfWords(earlier);
  const isNew = marksOfWords(request).some((mark, place) => mark && mark !== known?.[place]);
  const question = request.promise?.askedAt !== earlier?.promise?.askedAt ? questionOf(request) : undefined;
  return [...(isNew ? [headingOf(request, now)] : []), ...(question ? [question] : [])];
}

/** The requests at one point in time. */
interface RequestsAt {
  requests: HelpRequest[];
  /** In milliseconds. */
  now: number;
}

/** Announces that a request has now waited too long, without any other change to it. */
function wordsOfWaiting(earlier: HelpRequest | undefined, request: HelpRequest, then: number, now: number) {
  const isNew = isUnanswered(request, now) && !(earlier && isUnanswered(earlier, then));
  return earlier && isNew ? [headingOf(request, now)] : [];
}

/** The sentences to announce. The page itself has already confirmed a request that was just sent here. */
export function spokenUpdates(
  before: RequestsAt,
  after: RequestsAt,
  personId: number,
  wasAskedHere = (_id: number): boolean => false,
): string[] {
  return after.requests.flatMap((request) => {
    const earlier = before.requests.find(({ id }) => id === request.id);
    if (request.askedBy.id !== personId) return wordsOfOthers(earlier, request, personId);
    const isSaid = ({ state }: Receipt) => state === "ACCEPTED" && wasAskedHere(request.id);
    const fresh = receiptsSince(earlier, request, personId).filter((receipt) => !isSaid(receipt));
    const words = [
      ...fresh.map((receipt) => wordsOfOwn(request, receipt)),
      ...wordsOfFamily(earlier, request, after.now),
      ...wordsOfWaiting(earlier, request, before.now, after.now),
    ];
    return [...new Set(words)];
  });
}

interface AnnouncementsProps {
  requests: HelpRequest[] | undefined;
  personId: number;
}

interface Update {
  at: number;
  words: string[];
}

const silence: Update = { at: 0, words: [] };
/** An announcement is removed after a moment, because it may no longer be true. */
const shownForMs = 5_000;

/** A live region that announces changes. What the page showed from the start is not announced. */
export function Announcements({ requests, personId }: AnnouncementsProps) {
  const before = useRef<RequestsAt>(undefined);
  const familyName = useFamily()?.name ?? "";
  const now = useMinute();
  const [update, setUpdate] = useState(silence);
  useEffect(() => {
    if (update === silence) return;
    const timer = setTimeout(() => setUpdate(silence), shownForMs);
    return () => clearTimeout(timer);
  }, [update]);
  useEffect(() => {
    if (!requests) return;
    const moment = { requests: requests.map((request) => asCalledIn(familyName, request)), now };
    const words = before.current ? spokenUpdates(before.current, moment, personId, hasUndo) : [];
    if (words.length > 0) setUpdate({ at: Date.now(), words });
    before.current = moment;
  }, [requests, familyName, now, personId]);
  return (
    <Hidden>
      <span role="status" aria-atomic="false">
        {update.words.map((sentence) => (
          <span key={`${update.at} ${sentence}`}>{sentence} </span>
        ))}
      </span>
    </Hidden>
  );
}
