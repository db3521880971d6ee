import { CallError, isNetworkFailure, messageOf } from "#web/platform/api/call.ts";
import { toast } from "./toast.ts";

export interface RefusalWords {
  title: string;
  /** The message for a response without one of its own. */
  otherwise: string;
  /** The message when there was no response at all. */
  unreached?: string;
}

/** The errors of a form: one for the whole form, and one for each wrong field. */
export class Refusal extends Error {
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, fields: Record<string, string> | undefined) {
    super(message);
    this.fields = fields;
  }
}

/** Shows the error in a toast and returns it for the page, because toasts vanish. */
export function refusalOf(error: unknown, { title, otherwise, unreached }: RefusalWords): Refusal {
  const isUnreached = unreached !== undefined && isNetworkFailure(error);
  const description = isUnreached ? unreached : messageOf(error, otherwise);
  toast({ title: isUnreached ? "Error" : title, description, variant: "destructive" });
  return new Refusal(description, error instanceof CallError ? error.problem?.fields : undefined);
}
