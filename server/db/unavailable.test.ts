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
  ["a disk that is full", ofPostgres("53100")],
  ["too many connections", ofPostgres("53300")],
  ["a database that shuts down", ofPostgres("57P01")],
  ["one that has crashed", ofPostgres("57P02")],
  ["one that starts", ofPostgres("57P03")],
  ["a statement over its time", ofPostgres("57014")],
  ["one that cuts off who is connected", ofPostgres("57000")],
  ["trouble with its files", ofPostgres("58030")],
  ["a transaction that was aborted before", ofPostgres("25P02")],
  ["a database that only reads, after its server was changed", ofPostgres("25006")],
  ["a log-in that it does not take any more", ofPostgres("28P01")],
  ["a database that is not there", ofPostgres("3D000")],
  ["a lock that somebody else holds", ofPostgres("55P03")],
  ["damaged pages", ofPostgres("XX001")],
  ["two who wait for each other", ofPostgres("40P01")],
  ["a socket that was closed before", ofNode("EPIPE")],
  ["a socket that is cut", ofNode("ECONNRESET", "read")],
  ["a stream that is gone", ofNode("ERR_STREAM_DESTROYED")],
  ["no socket at its path", ofNode("ENOENT", "connect")],
  ["no room for a file of ours", ofNode("ENOSPC", "write")],
  ["a connection that ends in a query", new Error("Connection terminated unexpectedly")],
  ["no free connection in time", new Error("timeout exceeded when trying to connect")],
  ["a database that takes the connection and says nothing", new Error("timeout expired")],
  [
    "a connection that broke before",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["connections that are being closed", new Error("Cannot use a pool after calling end on the pool")],
  ["a connection out of step", new Error("Received unexpected commandComplete message from backend.")],
  ["an address with two ways, both closed", new AggregateError([ofNode("ECONNREFUSED", "connect")])],
])("%s means that the database is unavailable", (_, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ["%s does not", ofPostgres("23505")],
  ["a row that refers to none", ofPostgres("23503")],
  ["a table that is not", ofPostgres("42P01")],
  ["words that are no number", ofPostgres("22P02")],
  ["a mistake of ours", new TypeError("Cannot read properties of undefined")],
  ["a file that is not there", noSuchFile()],
])("%s is not", (_, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test("a refused connection means that the database is unavailable", async () => {
  expect(isUnavailable(await nobodyThere())).toBe(true);
});
