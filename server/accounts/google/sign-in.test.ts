import { expect, it } from "vitest";
import { useServer } from "#tests/support/server.ts";
import { arriveByGoogle } from "#tests/support/sign-in/google.ts";

const server = useServer();

it("somebody new starts a family as its admin, in the time zone of the browser", async () => {
  const anna = await arriveByGoogle(server(), { account: "sandbox-anna" }, { timeZone: "America/Chicago" });
  expect(anna.user).toMatchObject({ displayName: "Anna Reyes", role: "admin" });
});
