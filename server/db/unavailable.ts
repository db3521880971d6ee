import { DatabaseError } from "pg";

// PostgreSQL appendix A: connection lost, out of resources or disk, shutting down, cancelled by its time limit.
const passing = /^(08|53|57P|58|XX)|^57014$/;
const ofNetwork = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC)/;
const ofPg =
  /connection (terminated|error|timeout)|timeout exceeded when trying to connect|not queryable|not connected/i;

/** The database did not answer or could not take it: worth trying again, nobody's fault who asked. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof DatabaseError) return passing.test(code);
  return ofNetwork.test(code) || ofPg.test(error.message);
}
