import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { isUnavailable } from "./unavailable.ts";

const ofPostgres = (code: string) => Object.assign(new DatabaseError("no", 2, "error"), { code });
const ofNode = (code: string, syscall?: string) => Object.assign(new Error("no"), { code, syscall });

const nobodyThere = () => new Promise<Error>((resolve) => void connect(1, "127.0.0.1").on("error", resolve));
function noSuchFile(): Error {
  try {
    readFileSync("/no/such/file");
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("There is such a file.");
}

test.each([
  ["a full disk", ofPostgres("53100")],
  ["too many connections", ofPostgres("53300")],
  ["a database that is shutting down", ofPostgres("57P01")],
  ["a database that has crashed", ofPostgres("57P02")],
  ["a database that is starting", ofPostgres("57P03")],
  ["a statement that timed out", ofPostgres("57014")],
  ["a database that disconnects its clients", ofPostgres("57000")],
  ["an I/O error in the database", ofPostgres("58030")],
  ["an already aborted transaction", ofPostgres("25P02")],
  ["a database that became read-only after a failover", ofPostgres("25006")],
  ["a login that is no longer accepted", ofPostgres("28P01")],
  ["a database that does not exist", ofPostgres("3D000")],
  ["a lock that another transaction holds", ofPostgres("55P03")],
  ["damaged pages", ofPostgres("XX001")],
  ["a deadlock", ofPostgres("40P01")],
  ["an already closed socket", ofNode("EPIPE")],
  ["a socket that was cut off", ofNode("ECONNRESET", "read")],
  ["a destroyed stream", ofNode("ERR_STREAM_DESTROYED")],
  ["a missing socket file", ofNode("ENOENT", "connect")],
  ["no room for a file", ofNode("ENOSPC", "write")],
  ["a connection that ends during a query", new Error("Connection terminated unexpectedly")],
  ["no free connection in time", new Error("timeout exceeded when trying to connect")],
  ["a database that accepts the connection without answering", new Error("timeout expired")],
  [
    "an already broken connection",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["connections that are being closed", new Error("Cannot use a pool after calling end on the pool")],
  ["a database that does not answer", new Error("Query read timeout")],
  [
    "a connection with an unexpected message",
    new Error("Received unexpected commandComplete message from backend."),
  ],
  ["a host with two addresses, both refused", new AggregateError([ofNode("ECONNREFUSED", "connect")])],
])("%s means that the database is unavailable", (_, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ["a row that already exists", ofPostgres("23505")],
  ["a row with a dangling reference", ofPostgres("23503")],
  ["a missing table", ofPostgres("42P01")],
  ["text that is not a number", ofPostgres("22P02")],
  ["a programming error", new TypeError("Cannot read properties of undefined")],
  ["a missing file", noSuchFile()],
])("%s does not", (_, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test("a refused connection means that the database is unavailable", async () => {
  expect(isUnavailable(await nobodyThere())).toBe(true);
});
