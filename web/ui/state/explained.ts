import { isNetworkFailure, isUnanswered } from "#web/platform/api/call.ts";

/**
 * The words about an error, followed by what happened and what to do. Many words of the specification, such as "An
 * unexpected error occurred", say neither. A refusal by the server has its reason already.
 */
export function explained(error: unknown, words: string): string {
  if (!isUnanswered(error) || /again/i.test(words)) return words;
  const cause = isNetworkFailure(error) ? "We couldn't reach Porchlight." : "It's our mistake, not yours.";
  return `${words.replace(/\.$/, "")}. ${cause} Nothing is lost. Please try again.`;
}
