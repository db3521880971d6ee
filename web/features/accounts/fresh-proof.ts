// Some changes to an account need a fresh proof of identity. A dialog asks for it, and then the change is made.
import { useSyncExternalStore } from "react";
import { CallError } from "#web/platform/api/call.ts";
import { Listeners } from "#web/platform/api/listeners.ts";

interface Question {
  onProven: () => void;
  onClose: () => void;
}

let question: Question | undefined;
const listeners = new Listeners();

function ask(next: Question | undefined): void {
  question = next;
  listeners.notify();
}

const currentQuestion = () => question;

/** The open question, which the dialog shows. */
export const useProofQuestion = (): Question | undefined =>
  useSyncExternalStore(listeners.add, currentQuestion, currentQuestion);

/** Closes the question without an answer, so the change stays refused. */
export const closeProofQuestion = (): void => question?.onClose();

const needsProof = (error: unknown): boolean =>
  error instanceof CallError && error.problem?.code === "fresh-proof-needed";

function waitForProof(refused: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      ask(undefined);
      done();
    };
    ask({ onProven: settle(resolve), onClose: settle(() => reject(refused)) });
  });
}

/**
 * Makes the change, and makes it again after a fresh proof if the server asks for one. Closing the question keeps the
 * refusal.
 */
export async function withFreshProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!needsProof(error)) throw error;
    await waitForProof(error);
    return await act();
  }
}
