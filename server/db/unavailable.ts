import { DatabaseError } from "pg";

// PostgreSQL appendix A: connection lost, deadlock, out of resources or disk, shutting down, cancelled by its time limit.
const passing = /^(08|40|53|57P|58)|^57014$/;
const ofPg =
  /connection (terminated|error|timeout)|timeout e(xpired|xceeded when)|not (queryable|connected)|unexpected \w+ message from backend/i;

// A full disk; a socket that the other side closed before, as Node says it without the call that failed.
const ofNode = ["ENOSPC", "EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"];

/** A failed call to the system on a socket, such as ECONNREFUSED or, for a unix socket, ENOENT. */
function isOfSystem(error: Error): boolean {
  if ("code" in error && ofNode.includes(String(error.code))) return true;
  return "syscall" in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
}

/** The database did not answer or could not take it: worth trying again, nobody's fault who asked. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof DatabaseError) return passing.test(error.code ?? "");
  return isOfSystem(error) || ofPg.test(error.message);
}
