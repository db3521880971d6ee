// The texts that screen readers announce when something happens to a request.
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { HelpRequest, Receipt } from "#contract/help/requests.ts";
import { headingOf, titleFor } from "./progress.ts";

const markOf = ({ state, person, at }: Receipt) => `${state} ${person?.id} ${at}`;

// The words don't change, so there is nothing to announce.
const silent: readonly HelpRequestState[] = ["HANDED_OVER"];

/** New receipts of other people. The person's own actions are shown where they were tapped. */
function receiptsSince(before: HelpRequest | undefined, { receipts }: HelpRequest, personId: number) {
  const known = new Set(before?.receipts.map(markOf));
  const fresh = receipts.filter((receipt) => !known.has(markOf(receipt)) && !silent.includes(receipt.state));
  const ofOthers = fresh.filter(({ person }) => person?.id !== personId);
  // Several people who are asked at once make one sentence.
  return ofOthers.filter(({ state }, place) => state !== "ESCALATED" || ofOthers[place + 1]?.state !== state);
}

function wordsOfOwn(request: HelpRequest, { state, at }: Receipt): string {
  const receipts = request.receipts.filter((receipt) => receipt.at <= at);
  const words = headingOf({ ...request, state, receipts });
  return state === "RESOLVED" ? `${words} Is it solved?` : words;
}

function wordsOfOthers(before: HelpRequest | undefined, request: HelpRequest, personId: number): string[] {
  const title = titleFor(request, personId);
  const isOld = before && titleFor(before, personId) === title;
  return isOld || request.receipts.at(-1)?.person?.id === personId ? [] : [title];
}

/** The sentences to announce. A request that was just sent here has been confirmed by the page. */
export function spokenUpdates(
  before: HelpRequest[],
  after: HelpRequest[],
  personId: number,
  wasAskedHere = (_id: number): boolean => false,
): string[] {
  return after.flatMap((request) => {
    const earlier = before.find(({ id }) => id === request.id);
    if (request.askedBy.id !== personId) return wordsOfOthers(earlier, request, personId);
    const fresh = receiptsSince(earlier, request, personId);
    const isSaid = ({ state }: Receipt) => state === "ACCEPTED" && wasAskedHere(request.id);
    return fresh.filter((receipt) => !isSaid(receipt)).map((receipt) => wordsOfOwn(request, receipt));
  });
}
