import { DatabaseError } from "pg";

// PostgreSQL appendix A: connection lost (08), transaction aborted or read-only (25), no log-in (28), no such
// database (3D), deadlock (40), out of resources or disk (53), lock not available (55P03), shutting down or canceled
// (57), trouble with files (58), internal error (XX). Our own mistakes have other classes: bad SQL is 42, a broken
// constraint 23.
const transient = /^(08|25|28|3D|40|53|57|58|XX)|^55P03$/;
const ofPg =
  /connection (terminated|error|timeout)|timeout e(xpired|xceeded when)|query read timeout|not (queryable|connected)|after calling end on the pool|unexpected \w+ message from backend/i;

// Node reports a full disk, or a socket that the other side has closed, without naming the failed call.
const ofNode = ["ENOSPC", "EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"];

/** Whether a system call on a socket failed, such as with ECONNREFUSED or, for a unix socket, ENOENT. */
function isOfSystem(error: Error): boolean {
  if ("code" in error && ofNode.includes(String(error.code))) return true;
  return "syscall" in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
}

/** Whether the database did not answer or could not store the data. It is worth trying again. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof DatabaseError) return transient.test(error.code ?? "");
  return isOfSystem(error) || ofPg.test(error.message);
}

/** Adds for the operator that the error is about the database, because the driver's own message doesn't say so. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !isUnavailable(error)) return error;
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return new Error(
    "The database does not answer, or was stopped meanwhile. Is it running, and is its address right?",
    { cause },
  );
}
