import { userInfo } from "node:os";
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

const firstOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

/** A login that is refused, a database that does not exist, or a socket that this user may not open. */
function isMistaken(error: Error): boolean {
  if (error instanceof DatabaseError) return /^(28|3D)/.test(error.code ?? "");
  return "code" in error && error.code === "EACCES";
}

/** Whether a database that cannot be used yet may become usable without a change to the settings. */
export const mayComeBack = (error: Error): boolean => isUnavailable(error) && !isMistaken(firstOf(error));

/** A user that systemd made for a service has a name only where libnss-systemd gives it one. */
function hasUserName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

function sentenceFor(error: Error): string {
  if (!isMistaken(error))
    return "The database does not answer, or was stopped meanwhile. Is it running, and is its address right?";
  if (/peer authentication/i.test(error.message) && !hasUserName())
    return "PostgreSQL cannot recognize this server, because the user that it runs as has no name on this machine. Please install libnss-systemd (on Debian: apt install libnss-systemd), or set a DATABASE_URL with a host and a password.";
  return "The database refuses this server. Please check the user, the password and the database in DATABASE_URL.";
}

/** Adds for the operator that the error is about the database, because the driver's own message doesn't say so. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !isUnavailable(error)) return error;
  const cause = firstOf(error);
  return new Error(sentenceFor(cause), { cause });
}
