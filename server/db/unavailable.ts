import { DatabaseError } from "pg";

// PostgreSQL appendix A: connection lost, out of resources or disk, shutting down, cancelled by its time limit.
const passing = /^(08|53|57P|58)|^57014$/;
const ofPg =
  /connection (terminated|error|timeout)|timeout exceeded when trying to connect|not queryable|not connected/i;

/** A failed call to the system on a socket, such as ECONNREFUSED or, for a unix socket, ENOENT; or a full disk. */
function isOfSystem(error: Error): boolean {
  if ("code" in error && error.code === "ENOSPC") return true;
  return "syscall" in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
}

/** The database did not answer or could not take it: worth trying again, nobody's fault who asked. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof DatabaseError) return passing.test(error.code ?? "");
  return isOfSystem(error) || ofPg.test(error.message);
}
