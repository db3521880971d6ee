// Malformed requests are answered like all others.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { expect, test } from "vitest";
import { Problem } from "#contract/problem.ts";
import { Unavailable } from "#server/platform/errors.ts";
import { useServer } from "#tests/support/server.ts";
import { handleError } from "./errors.ts";

const server = useServer();

async function send(lines: string): Promise<{ status: number; headers: Map<string, string>; body: string }> {
  const { port, hostname } = new URL(server().url);
  const socket = connect(Number(port), hostname);
  socket.write(lines);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  const [first = "", ...rest] = head.split("\r\n");
  const headers = new Map(
    rest.map((line) => [line.split(": ")[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
  );
  return { status: Number(first.split(" ")[1]), headers, body };
}

const request = (start: string, ...headers: string[]) =>
  [`${start} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", ""].join("\r\n");

test.each([
  ["a path that cannot be decoded", 400, request("GET /%ff")],
  ["an API path that cannot be decoded", 400, request("GET /api/%ff")],
  ["a path with a parameter that is too long", 414, request(`GET /calendar/${"a".repeat(600)}.ics`)],
  ["a method that no route has", 404, request("PROPFIND /api/login")],
  ["a write to a page", 404, request("POST /help", "content-length: 0")],
  ["another method of an API path", 404, request("DELETE /api/login")],
  ["a method that does not exist", 400, request("BREW /api/login")],
  ["an invalid header", 400, request("GET /", "no header")],
  ["two lengths for one body", 400, request("POST /", "content-length: 1", "content-length: 2")],
  ["something other than HTTP", 400, "hello\r\n\r\n"],
  ["headers that are too long", 431, request("GET /", `x-long: ${"a".repeat(17_000)}`)],
])("%s gets the usual error body and headers", async (_, status, sent) => {
  const answer = await send(sent);
  expect(answer.status).toBe(status);
  expect(Problem.safeParse(JSON.parse(answer.body)).error).toBeUndefined();
  expect(Object.keys(JSON.parse(answer.body)).sort()).toEqual(["code", "message"]);
  const usual = await send(request("GET /api/nowhere"));
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
  const differs = ["date", "content-length", "connection"];
  const comparable = (headers: Map<string, string>) =>
    Object.fromEntries(
      [...headers]
        .filter(([name]) => !differs.includes(name.toLowerCase()))
        .map(([name, value]) => [name, name === "x-request-id" && isId.test(value) ? "an id" : value]),
    );
  expect(comparable(answer.headers)).toEqual(comparable(usual.headers));
});

test("a server that cannot answer right now says when to try again", async () => {
  const app = fastify();
  app.setErrorHandler(handleError);
  app.get("/", () => {
    throw new Unavailable();
  });
  const { statusCode, headers } = await app.inject("/");
  expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
});
