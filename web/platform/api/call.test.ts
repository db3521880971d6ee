import { expect, it } from "vitest";
import { CallError, messageOf } from "./call.ts";

it("a refusal reads as its status, a colon, and the body, or the status text if there is no body", () => {
  const refused = (body: string) =>
    new CallError(new Response(body, { status: 409, statusText: "Conflict" }), body);
  expect(refused('{"message":"Taken","code":"conflict"}').message).toBe(
    '409: {"message":"Taken","code":"conflict"}',
  );
  expect(refused("").message).toBe("409: Conflict");
  expect(messageOf(refused('{"message":"Taken","code":"conflict"}'), "Please try again.")).toBe("Taken");
  expect(messageOf(refused("<html>"), "Please try again.")).toBe("Please try again.");
});
