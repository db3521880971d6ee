import { randomUUID } from "node:crypto";
import { type OutgoingHttpHeaders, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import type { Problem } from "#contract/problem.ts";
import { isUnavailable } from "#server/platform/db/unavailable.ts";
import {
  Conflict,
  Invalid,
  isRefusal,
  NoSuchRange,
  NotFound,
  type Refusal,
  TooMany,
  TooSlow,
  Unavailable,
} from "#server/platform/errors.ts";
import { requestIdHeader } from "./request-ids.ts";

interface Answered {
  status: number;
  problem: Problem;
}

const unreadable = "We could not read that. Please check it and try again.";

const ofFramework: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    message: "That is too much at once. Please make it shorter.",
    code: "too-large",
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { message: "Please send JSON.", code: "not-json" },
  HPE_HEADER_OVERFLOW: { message: "The headers of this request are too long.", code: "too-large" },
  ERR_HTTP_REQUEST_TIMEOUT: { message: "That took too long. Please try again.", code: "timeout" },
};

function ofRefusal({ status, message, code, fields }: Refusal): Answered {
  return { status, problem: fields ? { message, code, fields } : { message, code } };
}

const broken: Answered = {
  status: 500,
  problem: { message: "Something went wrong on our side.", code: "internal" },
};

function ofDatabase({ code = "" }: DatabaseError): Answered {
  // Class 22 is a data exception: a value that PostgreSQL cannot store, such as a NUL byte in a text.
  if (code.startsWith("22")) return ofRefusal(new Invalid(unreadable));
  // Two requests did the same at the same moment (a unique violation), or one deleted what the other refers to (a
  // foreign key violation).
  if (code === "23505" || code === "23503")
    return ofRefusal(new Conflict("Someone else got there first. Please check again."));
  return broken;
}

function ofError(error: Error): Answered {
  if (isRefusal(error)) return ofRefusal(error);
  if (isUnavailable(error)) return ofRefusal(new Unavailable());
  if (error instanceof DatabaseError) return ofDatabase(error);
  const status = "statusCode" in error ? Number(error.statusCode) : 500;
  if (status < 400 || status > 499) return broken;
  const code = "code" in error ? String(error.code) : "";
  return { status, problem: problemOf(code) };
}

const problemOf = (code: string): Problem => ofFramework[code] ?? { message: unreadable, code: "invalid" };

const retryAfterOf = (error: Error): number =>
  (error instanceof Unavailable ? error : new Unavailable()).retryAfter;

/** The only error handler. Unknown errors are logged and answered without detail. */
export function handleError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, problem } = ofError(error);
  const body = status === 500 ? { ...problem, requestId: request.id } : problem;
  if (status >= 500) request.log.error({ reqId: request.id, err: error }, "a request failed");
  if (error instanceof TooMany) reply.header("retry-after", error.retryAfter);
  if (error instanceof NoSuchRange) reply.header("content-range", `bytes */${error.length}`);
  if (status === 503) reply.header("retry-after", retryAfterOf(error));
  // Nobody waits for the rest of a request that stopped arriving.
  if (error instanceof TooSlow) reply.header("connection", "close");
  reply.status(status).header("cache-control", "no-store").send(body);
}

const statusOfClientError: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Input that is not HTTP has no request and no reply, so the answer is written to the socket. */
export const answerMalformed =
  (headers: OutgoingHttpHeaders) =>
  ({ code }: NodeJS.ErrnoException, socket: Duplex): void => {
    if (code === "ECONNRESET" || socket.destroyed) return;
    const status = statusOfClientError[code ?? ""] ?? 400;
    const body = JSON.stringify(problemOf(code ?? ""));
    const all = {
      ...headers,
      [requestIdHeader]: randomUUID(),
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  };

export function handleUnknownPath(request: FastifyRequest, reply: FastifyReply): void {
  handleError(new NotFound("There is nothing at this address."), request, reply);
}
