// HTTP between us and a provider, in both directions.
import { Invalid } from "#server/platform/errors.ts";
import { noAnswerFrom } from "./send-error.ts";

const timeoutMs = 10_000;

export interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the JSON that a provider has sent to us. */
export function jsonIn(text: string): unknown {
  const content = parsed(text);
  if (content === undefined) throw new Invalid("This is not JSON.");
  return content;
}

/** Follows no redirect: it would take the text and our credentials to an address that nobody configured. */
export async function request(
  provider: string,
  url: string,
  sent: Request,
  milliseconds = timeoutMs,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(milliseconds);
    const response = await fetch(url, { ...sent, redirect: "manual", signal });
    return { status: response.status, isOk: response.ok, body: parsed(await response.text()) };
  } catch (error) {
    throw noAnswerFrom(provider, error);
  }
}

/** The text or number at a path such as "messages.0.id". */
export function valueAt(path: string, within: unknown): string | undefined {
  let found = within;
  for (const name of path.split("."))
    found =
      found && typeof found === "object" ? Object.getOwnPropertyDescriptor(found, name)?.value : undefined;
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

/** The fields of a form. A signature covers one value of each field; a second one would travel unsigned. */
export function fieldsOf(text: string): Map<string, string> {
  const form = new URLSearchParams(text);
  const fields = new Map(form);
  if (fields.size < form.size) throw new Invalid("A field of this form is given twice.");
  return fields;
}
