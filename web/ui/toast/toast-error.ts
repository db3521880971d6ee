import { CallError, isNetworkFailure, messageOf } from "#web/platform/api/call.ts";
import { explained } from "../state/explained.ts";
import { toast } from "./toast.ts";

export interface ErrorWords {
  title: string;
  /** The message for a response without one of its own. */
  otherwise: string;
  /** The message when there was no response at all. */
  unreached?: string;
}

/** An error with the message that a toast has shown and advice, and the messages for single fields of a form. */
export class ToastedError extends Error {
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, fields: Record<string, string> | undefined) {
    super(message);
    this.fields = fields;
  }
}

/** Shows the error in a toast and returns it for the page, because toasts vanish. The page has room for advice, too. */
export function toastError(error: unknown, { title, otherwise, unreached }: ErrorWords): ToastedError {
  const isUnreached = unreached !== undefined && isNetworkFailure(error);
  const description = isUnreached ? unreached : messageOf(error, otherwise);
  toast({ title: isUnreached ? "Error" : title, description, variant: "destructive" });
  return new ToastedError(
    explained(error, description),
    error instanceof CallError ? error.problem?.fields : undefined,
  );
}
