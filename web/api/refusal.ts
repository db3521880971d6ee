import { toast } from "#web/ui/toast/toast.ts";
import { CallError, isNetworkFailure, messageOf } from "./call.ts";

interface RefusalWords {
  title: string;
  /** What to say when the server gave no words of its own. */
  otherwise: string;
  /** What to say when no answer came at all. */
  unreached?: string;
}

/** What a form shows: one line for the whole, and what is wrong with its fields. */
export class Refusal extends Error {
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, fields: Record<string, string> | undefined) {
    super(message);
    this.fields = fields;
  }
}

/** Says in a toast what went wrong; what it returns is for the page, because toasts vanish. */
export function refusalOf(error: unknown, { title, otherwise, unreached }: RefusalWords): Refusal {
  const isUnreached = unreached !== undefined && isNetworkFailure(error);
  const description = isUnreached ? unreached : messageOf(error, otherwise);
  toast({ title: isUnreached ? "Error" : title, description, variant: "destructive" });
  return new Refusal(description, error instanceof CallError ? error.problem?.fields : undefined);
}
