// Ranges of a file (RFC 9110, section 14). Safari plays sound only from servers that support them.
import { NoSuchRange } from "#server/platform/errors.ts";

interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the requested range, as the positions of its first and last byte. Anything else in the header, such as
 * several ranges, means the whole file.
 */
export function rangeIn(header: string | undefined, length: number): Range | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const end = length - 1;
  if (from === "") {
    if (Number(to) === 0) throw new NoSuchRange(length);
    return { first: Math.max(0, length - Number(to)), last: end };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return undefined;
  if (first > end) throw new NoSuchRange(length);
  return { first, last: to === "" ? end : Math.min(Number(to), end) };
}
