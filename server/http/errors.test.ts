import fastify from "fastify";
import { expect, test } from "vitest";
import { Unavailable } from "../errors.ts";
import { handleError } from "./errors.ts";

test("a server that cannot answer right now says when to try again", async () => {
  const app = fastify();
  app.setErrorHandler(handleError);
  app.get("/", () => {
    throw new Unavailable();
  });
  const { statusCode, headers } = await app.inject("/");
  expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
});
