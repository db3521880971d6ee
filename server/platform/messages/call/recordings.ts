// Fetches and deletes what callers have said, at the provider that recorded it.
import { noAnswerFrom, SendError } from "../send-error.ts";

const timeoutMs = 10_000;

/** A minute of a phone call has one megabyte. */
const maxBytes = 4 * 1024 * 1024;

type Headers = Readonly<Record<string, string>>;

async function bytesOf(provider: string, { body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new SendError("permanent", `${provider}'s recording is too long`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function ask<Result>(
  provider: string,
  [url, method, headers]: readonly [string, "GET" | "DELETE", Headers],
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await read(await fetch(url, { method, headers, redirect: "manual", signal }));
  } catch (error) {
    throw error instanceof SendError ? error : noAnswerFrom(provider, error);
  }
}

/** Follows no redirect: it would take our credentials to an address that nobody configured. */
export const fetchAudio = (provider: string, url: string, headers: Headers): Promise<Buffer> =>
  ask(provider, [url, "GET", headers], (response) => {
    if (response.ok) return bytesOf(provider, response);
    throw new SendError("transient", `${provider} did not give the recording (${response.status})`);
  });

export const deleteAt = (provider: string, url: string, headers: Headers): Promise<void> =>
  ask(provider, [url, "DELETE", headers], async ({ ok, status }) => {
    if (!ok && status !== 404)
      throw new SendError("transient", `${provider} did not delete the recording (${status})`);
  });
